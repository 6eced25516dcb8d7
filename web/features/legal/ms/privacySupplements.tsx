import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import type { Supplement } from '../LegalPage.tsx'

const { product_name: product } = settings
const intro = 'Tambahan ini melengkapi notis di atas. Semua yang dinyatakan di atas masih terpakai.'

/** Additions to the privacy notice, dated and numbered, newest last. */
export const privacySupplements: Supplement[] = [
  {
    title: 'Tambahan 1 bertarikh 23.11.2026',
    intro,
    items: [
      {
        title: 'Selepas anda memadamkan akaun.',
        body: (
          <>
            Jika akaun anda mempunyai baki cop negatif, kelulusan yang dibatalkan, atau tiga atau lebih resit yang
            ditolak, kami menyimpan cincangan alamat e-mel anda selama setahun, bersama mana antara ketiga-tiga sebab
            itu yang terpakai dan hari anda memadamkan akaun. Cincangan itu dibuat dengan kunci rahsia. Tiada sesiapa
            dapat membaca alamat anda daripadanya.
          </>
        ),
      },
      {
        title: 'Tujuannya.',
        body: (
          <>
            Jika alamat itu mendaftar dengan {product} semula dalam tempoh setahun itu, penyemak yang menilai resitnya
            dapat melihat hal tersebut. Mereka tetap membuat keputusan bagi setiap resit secara berasingan. Selepas
            setahun, cincangan itu dipadamkan. “{words.exportLabel}” menunjukkan sama ada terdapat entri sedemikian bagi
            alamat anda.
          </>
        ),
      },
      {
        title: 'Alamat terdahulu.',
        body: (
          <>
            Apabila anda menukar alamat e-mel, kami menyimpan cincangan sedemikian bagi alamat terdahulu sehingga anda
            memadamkan akaun anda. Jika perkara 1 terpakai, kami turut menyimpan cincangan alamat terdahulu anda selama
            setahun itu.
          </>
        ),
      },
      {
        title: 'Pada peranti anda.',
        body: (
          <>
            Aplikasi menyimpan dalam storan setempat bilangan cop yang kali terakhir ditunjukkan kepada anda, supaya
            dapat menunjukkan cop yang baharu.
          </>
        ),
      },
      {
        title: 'Membuka kunci pelayar.',
        body: (
          <>
            Jika anda meminta pautan untuk membuka kunci pelayar, pelayar itu menyimpan kuki dengan ID rawak, paling
            lama tiga jam selepas anda meminta pautan itu atau membukanya. Selama dua hari kami menyimpan catatan bahawa
            pautan sedemikian diminta bagi akaun anda.
          </>
        ),
      },
    ],
  },
  {
    title: 'Tambahan 2 bertarikh 25.11.2026',
    intro,
    items: [
      {
        title: 'Bahasa anda.',
        body: (
          <>
            Jika anda memilih bahasa, kuki menyimpannya selama setahun. Jika anda membuka pautan yang menyatakan bahasa,
            kuki lain menyimpannya sehingga pelayar ditutup. Kedua-duanya hanya mengandungi bahasa tersebut.
          </>
        ),
      },
      {
        title: 'Dalam akaun anda.',
        body: (
          <>
            Akaun anda menyimpan bahasa yang anda pilih sebelum mendaftar, atau bahasa Melayu jika pelayar anda
            mengutamakannya, dan setiap bahasa yang anda pilih semasa anda log masuk, supaya e-mel kami ditulis dalam
            bahasa tersebut. Jika pilihan anda tidak dapat disimpan pada masa itu, storan setempat menyimpan nombor
            akaun anda sehingga pilihan itu disimpan.
          </>
        ),
      },
      {
        title: 'Semasa bahasa ditukar.',
        body: (
          <>
            Halaman dimuatkan semula dalam bahasa yang satu lagi. Sementara itu, tab menyimpan apa yang anda taip,
            kecuali kata laluan, supaya tidak hilang.
          </>
        ),
      },
    ],
  },
  {
    title: 'Tambahan 3 bertarikh 26.11.2026',
    intro,
    items: [
      {
        title: 'Peniaga anda.',
        body: (
          <>
            Storan setempat menyimpan nombor peniaga yang anda tandakan sebagai kegemaran dan, semasa anda log masuk,
            nombor 10 peniaga terakhir yang borangnya anda buka atau yang menerima resit anda. Semuanya kekal pada
            peranti anda, dan dipadamkan daripadanya apabila anda memadamkan akaun anda di situ.
          </>
        ),
      },
      {
        title: 'Pautan ke Peta.',
        body: (
          <>
            “{words.merchantMap}” membuka Google Maps dengan nama dan alamat peniaga. Kami tidak menghantar apa-apa
            tentang anda bersamanya.
          </>
        ),
      },
    ],
  },
  {
    title: 'Tambahan 4 bertarikh 26.11.2026',
    intro,
    items: [
      {
        title: 'Halaman tanpa rangkaian.',
        body: (
          <>
            Pangkalan data pelayar menyimpan jawapan terakhir pelayan kami, supaya halaman yang pernah anda lihat dapat
            dipaparkan tanpa rangkaian: paling banyak 60 jawapan. Jawapan itu dipaparkan paling lama 7 hari, dan
            dipadamkan apabila anda membuka aplikasi selepas itu. Apa yang hanya boleh dilihat oleh anda, seperti resit
            dan cop anda, disimpan hanya jika anda menandakan “{words.loginRemember}”. Jawapan itu tidak mengandungi
            gambar resit.
          </>
        ),
      },
      {
        title: 'Bila jawapan itu dipadamkan.',
        body: (
          <>
            Semuanya dipadamkan apabila anda log keluar, walaupun tanpa rangkaian, apabila sesi anda tamat dalam pelayar
            ini, dan apabila anda memadamkan akaun anda di situ. Ahli lain yang log masuk tidak akan melihat jawapan
            anda. Resit yang anda tarik balik dalam pelayar ini dipadamkan daripadanya serta-merta.
          </>
        ),
      },
    ],
  },
  {
    title: 'Tambahan 5 bertarikh 27.11.2026',
    intro,
    items: [
      {
        title: 'Ganjaran yang anda tuntut.',
        body: (
          <>
            Bagi setiap baucar, kami menyimpan ganjarannya, cop dan syaratnya, bila anda menuntutnya, hari terakhirnya,
            dan setiap perubahan: bila baucar digunakan, dipulangkan, dibatalkan atau tamat tempoh, siapa yang
            melakukannya, di kaunter mana, dan sebab yang ditulis oleh pengurus.
          </>
        ),
      },
      {
        title: 'Apa yang dilihat oleh kaunter.',
        body: (
          <>
            Apabila anda menunjukkan baucar, orang di kaunter melihat ganjaran, syaratnya, hari terakhirnya dan nama
            pertama anda. Mereka tidak melihat alamat, resit, gambar atau baki. Pengurus skim melihat nama anda bersama
            baucar anda. Penyemak resit anda dapat melihat bahawa anda menggunakan ganjaran di peniaga itu pada hari
            itu.
          </>
        ),
      },
      {
        title: 'Kod baucar.',
        body: (
          <>
            Peranti tempat anda membuka baucar menyimpan kunci yang menghasilkan kod yang berubah, supaya kod itu
            berfungsi tanpa rangkaian. Kunci itu dipadamkan daripadanya apabila baucar tidak lagi sedia digunakan dan
            apabila anda log keluar. Pelayan kami menyimpan kunci yang sama, dan bila peranti itu menerimanya, sehingga
            sehari selepas baucar tamat atau peranti itu dilog keluar, supaya kaunter yang tiada rangkaian masih dapat
            merekodkan penyerahannya.
          </>
        ),
      },
      {
        title: 'Persetujuan anda.',
        body: (
          <>
            Kami menyimpan tambahan kepada <Link to={linkTo('terms')}>{words.termsTitle}</Link> dan kepada notis ini
            yang anda terima, dan bila anda menerimanya.
          </>
        ),
      },
      {
        title: 'Selepas anda memadamkan akaun ini.',
        body: (
          <>
            Baucar, perubahannya dan persetujuan anda disimpan di bawah nombor akaun anda, tanpa nama anda. Sebab yang
            ditulis oleh pengurus dipadamkan.
          </>
        ),
      },
    ],
  },
  {
    title: 'Tambahan 6 bertarikh 28.11.2026',
    intro,
    items: [
      {
        title: 'Mesej yang anda tulis kepada kami.',
        body: (
          <>
            Kami menyimpan mesej yang anda tulis di “{words.contactTitle}”, perkara yang berkaitan dengannya, jawapan
            kami dan masanya. Hanya pengurus skim membacanya. Setiap jawapan turut dihantar ke alamat e-mel anda.
          </>
        ),
      },
      {
        title: 'Apa yang belum anda hantar.',
        body: (
          <>Tab menyimpan apa yang anda taip di situ sehingga anda menghantarnya, log keluar atau menutup tab itu.</>
        ),
      },
      {
        title: 'Selepas anda memadamkan akaun ini.',
        body: (
          <>
            Teks mesej dan jawapan ini dipadamkan. Perkara yang berkaitan dan masanya disimpan di bawah nombor akaun
            anda.
          </>
        ),
      },
    ],
  },
  {
    title: 'Tambahan 7 bertarikh 29.11.2026',
    intro,
    items: [
      {
        title: 'Resit yang diluluskan bagi akaun yang dipadamkan.',
        body: (
          <>
            Selagi resit yang diluluskan masih boleh dihantar semula, kami menyimpan cincangan nombor pada resit itu dan
            cincangan tanda gambarnya, tanpa gambar dan tanpa nama anda, supaya resit itu memperoleh cop sekali sahaja.
            Cincangan itu dibuat dengan kunci rahsia. Selepas tempoh itu, semuanya dipadamkan.
          </>
        ),
      },
    ],
  },
]
