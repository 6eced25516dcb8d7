import { formatAmount } from '@stampus/contract/values/money'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { type Clause, Mail, type Supplement } from '../LegalPage.tsx'

const { product_name: product, legal_name: company, college_domains: domains } = settings
const forOneStamp = formatAmount(settings.sen_per_stamp / 100, settings.currency)
const {
  min_stamps_per_submission: leastStamps,
  max_stamps_per_submission: mostStamps,
  max_receipt_age_days: oldest,
} = settings
const atLeast =
  leastStamps > 0
    ? `, sekurang-kurangnya ${leastStamps === 1 ? 'satu' : leastStamps} jika jumlahnya melebihi sifar`
    : ''

/** The clauses of the terms in Malay, in the order of the English ones. */
export const terms: Clause[] = [
  {
    id: 'parties',
    title: 'Siapa kami dan apakah skim ini',
    body: (
      <>
        <p>
          {product} dikendalikan oleh {company} (“kami”). {product} ialah skim kesetiaan untuk rangkaian pembayaran
          kampus. Ahli menghantar gambar resit daripada peniaga yang menyertai skim ini dan mengumpul cop.
        </p>
        <p>
          Dengan mendaftar, anda menerima terma ini. <Link to={linkTo('privacy')}>{words.privacyTitle}</Link> kami
          menerangkan apa yang kami lakukan dengan data peribadi anda.
        </p>
      </>
    ),
  },
  {
    id: 'simulated',
    title: 'Pembayaran hanyalah simulasi',
    body: (
      <>
        <p>
          <strong>Pembayaran dalam {product} hanyalah simulasi dan tiada wang sebenar berpindah tangan.</strong>{' '}
          {product} tidak memegang wang, tidak membuat pembayaran, tidak memberi kredit, dan bukan akaun bank atau wang
          elektronik.
        </p>
        <p>
          Anda membeli daripada peniaga dan membayar kepada peniaga. {product} bukan pihak dalam pembelian itu, dan
          penghantaran resit tidak mengubahnya.
        </p>
      </>
    ),
  },
  {
    id: 'members',
    title: 'Siapa yang boleh menyertai',
    body: (
      <>
        <p>
          Anda boleh menyertai skim ini jika anda pelajar, kakitangan atau vendor kolej dan mempunyai alamat e-mel anda
          sendiri di sana ({domains.map((domain) => `@${domain}`).join(', ')}). Sahkan alamat itu sebelum anda
          menghantar resit. Tetamu boleh melihat peniaga, tawaran dan pengumuman.
        </p>
        <p>Jika anda berumur bawah 18 tahun, anda memerlukan persetujuan ibu bapa atau penjaga.</p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Akaun anda',
    body: (
      <>
        <p>
          Setiap orang mempunyai satu akaun sahaja, atas nama sebenar. Anda tidak boleh menjual, meminjamkan atau
          memindahkan akaun itu. Rahsiakan kata laluan anda. Anda bertanggungjawab atas apa yang dilakukan dengannya
          sehingga anda memberitahu kami bahawa kata laluan itu diketahui orang lain.
        </p>
        <p>
          Anda boleh memadamkan akaun anda pada bila-bila masa di {words.profileTitle}. Pemadaman berkuat kuasa
          serta-merta dan tidak boleh dibatalkan, dan anda kehilangan cop anda.
        </p>
      </>
    ),
  },
  {
    id: 'receipts',
    title: 'Resit yang anda hantar',
    body: (
      <>
        <p>Resit dikira jika semua syarat ini dipenuhi:</p>
        <ul>
          <li>Resit itu tulen, tidak diubah, dan untuk pembelian anda sendiri daripada peniaga yang menyertai.</li>
          <li>Gambar menunjukkan seluruh resit, dan anda menaip apa yang tertera pada resit.</li>
          <li>Resit itu berusia paling lama {oldest} hari pada hari anda menghantarnya.</li>
          <li>
            Belum ada sesiapa yang memperoleh cop dengan resit itu. Setiap resit memberi cop sekali sahaja, tidak kira
            siapa yang menghantarnya.
          </li>
        </ul>
        <p>
          Segala hak atas gambar anda kekal milik anda. Anda membenarkan kami menyimpan, menukar format, melihat,
          membaca dan membandingkannya, tetapi hanya setakat yang kami perlukan untuk mengendalikan {product} dan
          mencegah penyalahgunaan.
        </p>
      </>
    ),
  },
  {
    id: 'decisions',
    title: 'Keputusan dan rayuan',
    body: (
      <>
        <p>
          Setiap resit diputuskan oleh manusia, yang meluluskan atau menolaknya. Penolakan disertakan dengan sebab. Jika
          gambar berbeza daripada apa yang anda taip, kami boleh membetulkan butirannya, dan anda dapat melihat apa yang
          kami ubah. Kami menunjukkan tempoh biasa untuk membuat keputusan pada masa ini, tetapi kami tidak menjanjikan
          tempoh tertentu.
        </p>
        <p>
          Anda boleh membetulkan resit yang ditolak dan menghantarnya semula. Anda juga boleh merayu terhadap penolakan
          sekali, dengan kata-kata anda sendiri. Pengurus membaca rayuan itu dan menjawabnya. Jika sesuatu keputusan
          didapati salah, kami boleh mengubahnya kemudian. Kami akan memberikan sebab dan menghantar e-mel kepada anda.
        </p>
      </>
    ),
  },
  {
    id: 'stamps',
    title: 'Cop',
    body: (
      <>
        <p>
          Resit yang diluluskan memberi satu cop bagi setiap {forOneStamp} penuh{atLeast}, dan paling banyak{' '}
          {mostStamps}. Jika kelulusan dibatalkan, copnya ditarik balik. Baki anda mungkin kurang daripada sifar
          sehingga anda memperoleh cop baharu yang mencukupi.
        </p>
        <p>
          <strong>Cop tidak mempunyai nilai tunai.</strong> Cop bukan wang dan bukan harta. Cop tidak boleh dibeli,
          dijual, dipindahkan atau ditukar kepada wang, dan buat masa ini tidak boleh ditukar dengan apa-apa. Jika kami
          menawarkan ganjaran, aplikasi akan menyatakan ganjaran itu dan syaratnya.
        </p>
      </>
    ),
  },
  {
    id: 'merchants',
    title: 'Peniaga dan tawaran mereka',
    body: (
      <p>
        Tawaran dalam {product} adalah milik peniaga. Peniaga sahaja yang menentukan tawarannya, syaratnya dan bila
        tawaran itu tamat, dan peniaga bertanggungjawab atas tawaran itu serta barang yang dijualnya. Penyenaraian
        peniaga bukan saranan daripada kami.
      </p>
    ),
  },
  {
    id: 'misuse',
    title: 'Penyalahgunaan dan penggantungan',
    body: (
      <>
        <p>
          Penyalahgunaan bermaksud resit yang diubah, direka, dipinjam atau dibeli, beberapa akaun untuk seorang,
          percubaan untuk mengelak had atau mencapai data orang lain, dan apa-apa yang menyalahi undang-undang. Kami
          boleh menarik balik cop yang terlibat dan menggantung akaun itu. Dalam kes yang serius, kami memaklumkan
          kepada kolej atau pihak berkuasa.
        </p>
        <p>
          Jika anda berpendapat penggantungan itu salah, hantar e-mel kepada <Mail />. Seorang kakitangan akan
          menelitinya semula.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'Perkhidmatan ini',
    body: (
      <p>
        Kami mengendalikan {product} dengan teliti, tetapi kami tidak menjanjikan bahawa perkhidmatan ini sentiasa
        tersedia atau tidak berubah. Kami boleh menghentikannya seketika untuk penyelenggaraan, mengubahnya, atau
        menamatkannya selepas notis dalam aplikasi.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liabiliti',
    body: (
      <p>
        {product} adalah percuma dan tidak memindahkan wang. Setakat yang dibenarkan oleh undang-undang, kami tidak
        bertanggungan atas cop yang hilang atau tidak diberi, atas tawaran peniaga, atau atas gangguan perkhidmatan.
        Tiada apa-apa di sini mengehadkan liabiliti yang tidak boleh dihadkan di bawah undang-undang Malaysia, misalnya
        bagi fraud atau bagi kematian atau kecederaan akibat kecuaian. Tiada apa-apa di sini mengehadkan hak anda
        sebagai pengguna.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Perubahan terma ini',
    body: (
      <p>
        Kami mengumumkan perubahan dalam aplikasi sebelum perubahan itu berkuat kuasa. Jika anda tidak bersetuju, anda
        boleh memadamkan akaun anda sebelum hari itu. Jika anda terus menggunakan {product} selepasnya, anda menerima
        perubahan itu.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Undang-undang dan hubungan',
    body: (
      <>
        <p>
          Terma ini tertakluk kepada undang-undang Malaysia, dan mahkamah Malaysia memutuskan pertikaian. Jika mana-mana
          bahagian terma ini tidak sah, bahagian yang lain tetap terpakai.
        </p>
        <p>
          {company}, <Mail />. Tulis kepada kami dahulu. Kebanyakan perkara dapat diselesaikan dengan satu mesej.
        </p>
      </>
    ),
  },
]

const intro = 'Tambahan ini melengkapi terma di atas. Semua yang dinyatakan di atas masih terpakai.'

/** Additions to the terms, dated and numbered, newest last. */
export const termsSupplements: Supplement[] = [
  {
    title: 'Tambahan 1 bertarikh 27.11.2026',
    intro,
    items: [
      {
        title: 'Ganjaran.',
        body: (
          <>
            Dengan cop, anda boleh menuntut ganjaran: barang atau perkhidmatan, seperti minuman. Ganjaran bukan wang.
            Ganjaran itu milik anda seorang. Ganjaran tidak boleh ditunaikan, dijual atau diserahkan kepada orang lain,
            dan {product} tidak memindahkan wang untuknya.
          </>
        ),
      },
      {
        title: 'Baucar.',
        body: (
          <>
            Tuntutan mengambil cop serta-merta dan memberi anda baucar. Baucar itu mengekalkan syarat yang ditunjukkan
            semasa anda menuntutnya, dan menyatakan hari terakhirnya. Selagi belum digunakan, anda boleh memulangkannya.
            Jika baucar tamat tempoh, atau jika kami menarik balik ganjaran itu, cop anda dikembalikan. Pengurus boleh
            membatalkan baucar atas sebab yang dapat anda baca, dan memutuskan sama ada copnya dikembalikan.
          </>
        ),
      },
      {
        title: 'Di kaunter.',
        body: (
          <>
            Tunjukkan kod baucar, yang sentiasa berubah. Baucar hanya digunakan apabila kaunter mengesahkannya. Membuka
            atau menunjukkannya tidak menggunakan apa-apa. Gambar kod itu tidak sah.
          </>
        ),
      },
      {
        title: 'Apabila kelulusan dibatalkan.',
        body: (
          <>
            Jika anda telah membelanjakan cop daripada satu resit dan kelulusannya dibatalkan, baucar yang belum
            digunakan ditamatkan, bermula dengan yang terbaharu, dan copnya dikembalikan, sehingga baki anda tidak lagi
            kurang daripada sifar. Baucar yang telah digunakan kekal digunakan. Selagi baki anda kurang daripada sifar,
            anda tidak boleh menuntut ganjaran. Cop baharu menampungnya dahulu.
          </>
        ),
      },
      {
        title: 'Akaun yang digantung dan dipadamkan.',
        body: (
          <>
            Semasa akaun anda digantung, baucar anda tidak boleh digunakan. Jika anda memadamkan akaun, baucar yang
            belum digunakan ditamatkan, dan copnya tidak dikembalikan.
          </>
        ),
      },
    ],
  },
]
