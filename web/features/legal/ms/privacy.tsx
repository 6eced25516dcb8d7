import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { type Clause, Mail } from '../LegalPage.tsx'

const { product_name: product, legal_name: company, receipt_picture_days: pictureDays } = settings

/** The clauses of the privacy notice in Malay, in the order of the English ones. */
export const privacy: Clause[] = [
  {
    id: 'notice',
    title: 'Tentang notis ini',
    body: (
      <p>
        {company} (“kami”) mengendalikan {product} dan bertanggungjawab atas data peribadi di dalamnya. Inilah notis
        kami di bawah Akta Perlindungan Data Peribadi 2010. Notis ini disediakan dalam bahasa Inggeris dan bahasa
        Melayu.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'Data yang kami simpan dan sumbernya',
    body: (
      <>
        <p>Semua data ini datang daripada anda, daripada peranti anda, atau daripada mereka yang menilai resit anda:</p>
        <ul>
          <li>
            <strong>Akaun:</strong> nama anda, alamat e-mel kolej anda dan sama ada alamat itu telah disahkan, gambar
            anda jika anda menambahnya, dan kata laluan anda dalam bentuk yang tidak dapat dibaca oleh sesiapa.
          </li>
          <li>
            <strong>Resit:</strong> gambar seperti yang anda hantar, salinannya untuk paparan, peniaga, tarikh, jumlah
            dan nombor invois, serta apa yang dibaca oleh pelayan kami daripada gambar itu, juga sebelum anda
            menghantarnya. Resit mungkin menunjukkan maklumat lain, misalnya sebahagian nombor kad. Tutup apa yang tidak
            diperlukan.
          </li>
          <li>
            <strong>Keputusan:</strong> keputusan bagi setiap resit, masa dan sebabnya; rayuan anda dan jawapannya; cop
            yang diberi dan ditarik balik; penggantungan akaun dan sebabnya.
          </li>
          <li>
            <strong>Log masuk:</strong> bila sesi anda bermula dan kali terakhir digunakan, ID rawak bagi setiap pelayar
            yang anda gunakan untuk log masuk, pertukaran alamat e-mel anda, dan pautan penetapan semula yang dihantar
            oleh bahagian sokongan.
          </li>
          <li>
            <strong>Perlindungan:</strong> selama beberapa minit hingga dua jam, berapa kerap sesuatu akaun atau alamat
            rangkaian mencuba perkara yang kami hadkan. Kami tidak menyimpan log halaman yang anda buka.
          </li>
          <li>
            <strong>Ralat:</strong> apabila sesuatu halaman gagal, pelayar anda memberitahu kami apa yang gagal dan pada
            jenis halaman mana, tanpa nama anda, alamat anda atau apa-apa yang anda taip.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'purpose',
    title: 'Tujuan',
    body: (
      <>
        <ul>
          <li>untuk membolehkan anda log masuk dan menghalang orang lain daripada menggunakan akaun anda;</li>
          <li>untuk menilai resit, memberi cop dan menunjukkan kedua-duanya kepada anda;</li>
          <li>untuk mengesan resit yang dihantar dua kali atau diubah;</li>
          <li>untuk menulis kepada anda tentang akaun, resit dan rayuan anda;</li>
          <li>untuk menjawab pertanyaan anda, membetulkan ralat, dan memenuhi kehendak undang-undang.</li>
        </ul>
        <p>
          Kami tidak menghantar iklan, tidak menjual data, tidak membina profil untuk pihak lain, dan tidak membiarkan
          mesin membuat keputusan tentang resit.
        </p>
      </>
    ),
  },
  {
    id: 'voluntary',
    title: 'Data yang wajib dan yang sukarela',
    body: (
      <p>
        Untuk mempunyai akaun, anda perlu memberi nama, alamat e-mel kolej dan kata laluan. Untuk memperoleh cop, anda
        perlu memberi gambar dan butiran resit. Tanpanya, kami hanya dapat menawarkan apa yang dilihat oleh tetamu.
        Gambar anda sendiri adalah sukarela. Begitu juga penggunaan kamera oleh pelayar: anda boleh memilih fail sebagai
        ganti.
      </p>
    ),
  },
  {
    id: 'disclosure',
    title: 'Siapa yang melihatnya',
    body: (
      <>
        <ul>
          <li>Anda melihat apa yang menjadi milik anda. Ahli lain tidak melihatnya.</li>
          <li>
            Penyemak kami melihat resit yang mereka nilai, bersama nama dan alamat e-mel penghantarnya. Gambar yang
            dipaparkan kepada mereka dan kepada anda tidak mengandungi butiran tempat, masa atau kamera. Fail asal yang
            anda hantar mungkin mengandungi butiran sedemikian. Kami menyimpannya sebagai bukti, dan aplikasi ini hanya
            memberikannya kepada anda sendiri, dalam fail data anda.
          </li>
          <li>Peniaga tidak dapat melihat resit atau ahli.</li>
          <li>
            Syarikat yang mengendalikan pelayan, storan dan e-mel untuk kami memproses data bagi pihak kami, mengikut
            arahan kami, dan bukan untuk tujuan lain.
          </li>
          <li>Pihak berkuasa dan mahkamah diberi apa yang diwajibkan oleh undang-undang.</li>
        </ul>
        <p>
          Jika syarikat itu beroperasi di luar Malaysia, kami memastikan terlebih dahulu bahawa data dilindungi di sana
          seperti yang dikehendaki oleh Akta.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'Tempoh simpanan',
    body: (
      <>
        <ul>
          <li>Akaun yang tidak disahkan dipadamkan selepas 7 hari.</li>
          <li>Sesi tamat selepas 30 hari tanpa digunakan, dan selepas 90 hari dalam apa jua keadaan.</li>
          <li>ID pelayar dipadamkan selepas 180 hari tanpa log masuk.</li>
          <li>Bukti bahawa resit tidak dihantar dua kali akibat sambungan terputus dipadamkan selepas 24 jam.</li>
          <li>
            Gambar resit, bersama apa yang dibaca daripadanya, dipadamkan {pictureDays} hari selepas keputusannya atau
            selepas anda menarik baliknya.
          </li>
          <li>
            Apa yang dibaca daripada gambar yang belum anda hantar dipadamkan dalam masa dua jam. Gambar itu tidak
            disimpan. Nilai yang ditawarkan oleh borang daripada gambar itu disimpan selagi resit seperti itu boleh
            dihantar, supaya penyemak tahu nilai mana yang tidak anda taip.
          </li>
          <li>Akaun, butiran resit dan keputusan disimpan sehingga anda memadamkan akaun anda.</li>
        </ul>
        <p>
          Apabila anda memadamkannya, nama, alamat, kata laluan, gambar dan kata-kata anda dalam rayuan dipadamkan
          serta-merta daripada semua sistem yang sedang digunakan. Salinan sandaran digantikan mengikut gilirannya. Yang
          kekal ialah rekod keputusan dan cop: peniaga, tarikh, jumlah dan nombor invois di bawah satu nombor tanpa
          nama. Rekod itu membuktikan bahawa setiap cop diberi dengan betul dan tiada resit memperoleh cop dua kali.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'Yang disimpan pada peranti anda',
    body: (
      <>
        <p>
          {product} tidak menggunakan kuki pihak lain dan tidak menjejaki sesiapa merentas laman. Dalam pelayar anda ia
          menyimpan:
        </p>
        <ul>
          <li>dalam storan setempat, sesi anda (token, nama dan alamat e-mel anda), sehingga anda log keluar;</li>
          <li>
            kuki tanpa kandungan tersendiri yang menandakan sesi pelayar ini, jika anda tidak menandakan “
            {words.loginRemember}”;
          </li>
          <li>
            semasa anda log masuk, kuki kedua yang hanya menyatakan hal itu, supaya tiada halaman dipaparkan seperti
            kepada tetamu;
          </li>
          <li>
            dalam storan setempat, pengumuman yang telah anda baca, dan ID rawak supaya kami mengenali pelayar yang anda
            gunakan;
          </li>
          <li>dalam storan setempat, bahawa anda tidak mahu aplikasi dipasang, jika anda menyatakannya;</li>
          <li>
            dalam storan setempat dan pangkalan data pelayar, resit yang belum anda hantar, paling lama 7 hari; setiap
            satu dipadamkan apabila dihantar, dan semuanya apabila anda log keluar;
          </li>
          <li>untuk tab itu sahaja, sejauh mana anda telah menatal;</li>
          <li>
            fail aplikasi itu sendiri, supaya ia dapat dibuka tanpa rangkaian. Tiada resit dan tiada jawapan pelayan di
            antaranya.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Cara data dilindungi',
    body: (
      <p>
        Sambungan disulitkan. Kata laluan disimpan sebagai cincangan perlahan, dan sesi sebagai cincangan. URL gambar
        resit luput dalam masa 10 minit. Mereka yang membuat keputusan log masuk berasingan daripada ahli, melihat apa
        yang diperlukan oleh tugas mereka, dan meninggalkan rekod yang tidak boleh diubah. Jika data peribadi hilang
        atau jatuh ke tangan yang salah, kami memberitahu Pesuruhjaya, dan anda jika hal itu boleh memudaratkan anda,
        seperti yang dikehendaki oleh Akta.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Hak anda dan cara menggunakannya',
    body: (
      <>
        <ul>
          <li>
            <strong>Untuk melihat dan membawa bersama:</strong> “{words.exportLabel}” di{' '}
            <Link to={linkTo('profile')}>{words.profileTitle}</Link> memberi anda semua yang disimpan tentang anda dalam
            satu fail.
          </li>
          <li>
            <strong>Untuk membetulkan:</strong> ubah nama, alamat dan gambar anda di sana. Keputusan yang anda anggap
            salah boleh dirayu sekali pada halamannya.
          </li>
          <li>
            <strong>Untuk menarik balik persetujuan:</strong> “{words.deletionLabel}” di {words.profileTitle} menamatkan
            semua penggunaan data anda kecuali rekod yang disebut di atas.
          </li>
          <li>
            <strong>Untuk mengehadkan atau membantah,</strong> dan bagi semua yang lain, hantar e-mel kepada <Mail />.
            Kami menjawab dalam masa 21 hari.
          </li>
        </ul>
        <p>
          Jika jawapan kami tidak memuaskan, anda boleh mengadu kepada Pesuruhjaya Perlindungan Data Peribadi Malaysia.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Hubungi kami dan perubahan',
    body: (
      <p>
        Soalan tentang data peribadi dialamatkan kepada {company}, <Mail />, dengan perkataan “privasi” dalam tajuk.
        Kami mengumumkan perubahan notis ini dalam aplikasi sebelum ia berkuat kuasa. Tarikh di atas dan tarikh setiap
        tambahan menunjukkan bila notis ini diubah.
      </p>
    ),
  },
]
