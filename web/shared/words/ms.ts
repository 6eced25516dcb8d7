/**
 * The Malay texts of the members' app: the same names as in `en.ts`, a type check compares them. `docs/glossary-ms.md` lists the
 * terms. "anda" for the member, buttons without "sila".
 */

/** The format of numbers, days and ages. */
export const locale = 'ms-MY'

// --- page: index.html and the web app manifest ---

export const pageTitle = 'Stampus'
export const pageDescription = 'Ambil gambar resit pembelian anda di kampus dan kumpul cop.'
export const pageNeedsScript = 'Hidupkan JavaScript untuk menggunakan aplikasi ini.'
export const shortcutSubmit = 'Hantar resit'
export const shortcutHistory = 'Sejarah'

// --- app: the frame of every page ---

export const skipToContent = 'Langkau ke kandungan'
export const skipList = 'Langkau senarai'
export const headerLogin = 'Log masuk'
export const accountMenu = 'menu akaun'
export const accountMenuProfile = 'Profil Saya'
export const accountMenuInstall = 'Pasang aplikasi'
export const accountMenuSignOut = 'Log keluar'
export const languageEnglish = 'English'
export const languageMalay = 'Bahasa Melayu'
export const languageOffline = 'Anda di luar talian'
export const languageOfflineText = 'Anda boleh menukar bahasa apabila kembali dalam talian.'
export const tabBar = 'Menu utama'
export const snap = 'Ambil gambar resit'
export const tabHome = 'Utama'
export const tabMerchants = 'Peniaga'
export const tabHistory = 'Sejarah'
export const tabProfile = 'Profil'
export const footerTerms = 'Terma dan Syarat'
export const footerPrivacy = 'Dasar Privasi'
export const offline = 'Anda di luar talian.'
export const notificationsLabel = 'Pemberitahuan'
export const back = 'Kembali'
export const retry = 'Cuba lagi'
export const loading = 'Memuatkan'
export const loadingMore = 'Memuatkan selebihnya'
export const showMore = 'Papar lagi'
export const justNow = 'sebentar tadi'

export const pageBrokenTitle = 'Halaman ini tidak dapat dibuka'
export const pageBrokenText = 'Anda mungkin di luar talian, atau aplikasi baru dikemas kini. Cuba lagi.'
export const pageNotFoundTitle = 'Halaman tidak dijumpai'
export const pageNotFoundMark = 'Tersesat?'
export const pageNotFoundText = 'Tiada apa-apa di alamat ini. Semak ejaannya atau kembali ke laman utama.'
export const pageNotFoundHome = 'Kembali ke laman utama'

export const comingMark = 'Akan datang'
export const redemptionsTitle = 'Sejarah penebusan'
export const redemptionsText =
  'Cop belum boleh ditebus untuk ganjaran. Apabila sudah boleh, ganjaran anda akan disenaraikan di sini. Resit anda ada dalam Sejarah.'
export const redemptionsReceipts = 'Lihat resit saya'
export const campaignsTitle = 'Kempen'
export const campaignsText =
  'Tiada kempen buat masa ini. Kempen baharu akan diumumkan di sini. Sementara itu, lihat tawaran peniaga.'
export const campaignsDeals = 'Lihat tawaran'
export const badgesTitle = 'Lencana'
export const badgesText = 'Belum ada lencana. Sementara itu, kumpul cop dengan setiap resit yang diluluskan.'
export const badgesCard = 'Lihat kad saya'
export const leaderboardTitle = 'Carta kedudukan'
export const leaderboardText =
  'Kami merancang carta kedudukan untuk ahli yang mahu menyertainya. Buat masa ini, hanya anda dapat melihat cop anda.'
export const leaderboardMerchants = 'Lihat peniaga'
export const contactTitle = 'Hubungi kami'
export const contactWrite = 'Hantar e-mel'
export const linksTitle = 'Pautan'
export const linksText = 'Pautan kampus yang berguna akan disenaraikan di sini. Untuk berita terkini, baca pengumuman.'
export const linksAnnouncements = 'Baca pengumuman'

// --- legal: the frame of the legal pages ---

export const legalContents = 'Di halaman ini'
export const termsTitle = 'Terma dan Syarat'
export const termsDated = 'Berkuat kuasa 03.10.2025'
export const privacyTitle = 'Dasar Privasi'
export const privacyDated = 'Kemas kini terakhir 21.09.2025'

// --- home ---

export const homeWelcome = (name: string) => `Selamat\u00a0datang, ${name}`
export const homeGuest = 'Tetamu'
export const homeUpload = 'Muat naik resit'
export const homeEarning = (amount: string, most: number) =>
  `1 cop untuk setiap ${amount} dalam resit yang diluluskan. Minimum 1 cop, maksimum ${most} cop bagi setiap resit.`
export const homePictureNotTakenTitle = 'Pilih gambar lain'
export const homePictureNotKeptTitle = 'Gambar tidak dapat disimpan'
export const homePictureNotKeptText =
  'Pelayar ini tidak membenarkan aplikasi menyimpan gambar. Pilih peniaga dahulu, kemudian tambah gambar di sana.'
export const homeReceiptWaits = 'Anda sudah memilih resit tetapi belum menghantarnya.'
export const homeReceiptBegun = 'Anda sudah mula mengisi resit. Sambung dari tempat anda berhenti.'
export const homeReceiptContinue = 'Sambung'
export const homeReceiptOffline =
  'Anda di luar talian. Kami akan menghantar resit anda apabila anda kembali dalam talian.'
export const homeReceiptLater =
  'Resit anda sudah disimpan tetapi belum dapat dihantar. Kami akan mencuba semula sebentar lagi.'
export const homeReceiptSendNow = 'Hantar sekarang'
export const homeReceiptSee = 'Lihat resit'
export const homeReceiptFix = 'Betulkan'
export const homeExplore = 'Terokai'
export const homeMerchants = 'Peniaga'
export const homeMerchantsAbout = 'Tempat anda boleh kumpul cop'
export const homeDeals = 'Tawaran Popular'
export const homeDealsAbout = 'Tawaran yang ada sekarang'
export const homeAnnouncements = 'Pengumuman'
export const homeAnnouncementsAbout = 'Berita kampus'
export const homeUnread = 'belum dibaca'
export const homeRecent = 'Aktiviti Terkini'
export const homeRecentAll = 'Lihat semua'
export const homeDealsNow = 'Tawaran terkini'
export const homeDealsAll = 'Semua tawaran'

export const guestCardTitle = 'Kad cop anda'
export const guestCardText = 'Kumpul cop dengan setiap resit yang diluluskan. Anda cuma perlukan e-mel kolej.'
export const guestCardRegister = 'Daftar'
export const guestCardLogin = 'Sudah ada akaun'
export const unverifiedCardTitle = 'Satu langkah lagi untuk kad cop anda'
export const unverifiedCardText = 'Sahkan e-mel kolej anda, kemudian kumpul cop dengan setiap resit yang diluluskan.'
export const unverifiedCardVerify = 'Sahkan e-mel saya'

export const stampCardLabel = 'Kad cop'
export const stampCardFailed = 'Cop anda tidak dapat dimuatkan.'
export const stampCardNegative =
  'Beberapa cop anda ditarik balik selepas pembetulan. Cop anda yang seterusnya akan digunakan untuk menampung kekurangan ini.'
export const stampCardComplete = 'Penuh'
export const stampCardEarlier = 'Kad sebelumnya'
export const stampCardLater = 'Kad seterusnya'
export const stampPending = 'Cop menunggu'

export const stampOrigins = 'Sejarah cop'
export const stampOriginsWait = 'Memuatkan sejarah cop'
export const stampOriginsNone = 'Belum ada cop. Setiap resit yang diluluskan memberi anda cop.'
export const stampsOfReceipt = 'Resit diluluskan'
export const stampsTakenBack = 'Kelulusan ditarik balik'
export const stampsCorrected = 'Cop dilaraskan'
export const stampsChanged = 'Perubahan cop'

// --- accounts ---

export const emailLabel = 'E-mel'
export const passwordLabel = 'Kata laluan'
export const passwordShow = 'Tunjukkan aksara'

export const loginTitle = 'Log masuk'
export const loginBenefit = 'Lihat cop anda dan ikuti status resit anda.'
export const loginRemember = 'Ingat saya'
export const loginSubmit = 'Log masuk'
export const loginSessionExpired =
  'Sesi anda telah tamat, atau anda log keluar atau menukar kata laluan atau e-mel pada peranti lain. Sila log masuk semula.'
export const loginReceiptKept = 'Resit anda disimpan pada peranti ini. Log masuk untuk menghantarnya.'
export const loginNewHere = 'Pengguna baharu?'
export const loginToRegister = 'Daftar'
export const loginForgotBeforeAddress = 'Lupa kata laluan? Hantar e-mel kepada '
export const loginForgotAfterAddress =
  ' daripada alamat kolej anda dan kami akan menghantar pautan untuk menetapkan semula kata laluan.'

export const registerTitle = 'Daftar'
export const registerBenefit = 'Hantar gambar resit anda dan kumpul cop.'
export const registerIntro = 'Untuk pelajar, kakitangan dan vendor kolej.'
export const registerNameLabel = 'Nama penuh'
export const registerConfirmLabel = 'Sahkan kata laluan'
export const registerAgreeBeforeTerms = 'Saya bersetuju dengan '
export const registerTerms = 'terma dan syarat'
export const registerSubmit = 'Daftar'
export const registerFailed = 'Pendaftaran gagal'
export const registerAlready = 'Sudah mendaftar?'
export const registerToLogin = 'Log masuk'

export const verifyTitle = 'Sahkan e-mel anda'
export const verifyBenefit = 'Selepas itu, anda boleh menghantar resit dan mengumpul cop.'
export const verifySentBeforeAddress = 'Kami telah menghantar pautan ke '
export const verifySentAfterAddress =
  '. Buka pautan itu pada mana-mana peranti, dan halaman ini akan bersambung secara automatik.'
export const verifySentElsewhere = ' Pelayar lain akan meminta kata laluan anda dahulu.'
export const verifySpamHint = 'E-mel mungkin mengambil masa seminit untuk sampai. Semak juga folder spam anda.'
export const verifyResend = 'Hantar semula pautan'
export const verifySentAgain = 'Pautan dihantar'
export const verifyNotSentAgain = 'Pautan tidak dapat dihantar'
export const verifyNotYours = 'Alamat salah? Log keluar dan daftar semula.'
export const verifySignOut = 'Log keluar'

export const verifying = 'Mengesahkan e-mel anda…'
export const verifyQuestionTitle = 'Sahkan e-mel anda'
export const verifyQuestionBeforeAddress = 'Untuk mengesahkan '
export const verifyQuestionAfterAddress = ', masukkan kata laluan yang anda pilih semasa mendaftar.'
export const verifyQuestionPassword = 'Kata laluan anda'
export const verifyQuestionSubmit = 'Sahkan e-mel'
export const verifyQuestionUnknown = 'Lupa kata laluan, atau ada orang lain mendaftar dengan e-mel anda?'
export const verifyNewSwitch = 'Pilih kata laluan baharu'
export const verifyNewTitle = 'Pilih kata laluan baharu'
export const verifyNewBeforeAddress = 'Akaun '
export const verifyNewAfterAddress =
  ' akan menjadi milik anda. Orang lain yang menggunakannya sebelum ini tidak lagi boleh log masuk.'
export const verifyNewSubmit = 'Simpan kata laluan dan sahkan'
export const verifyKnownSwitch = 'Saya tahu kata laluan saya'
export const changeQuestionTitle = 'Sahkan e-mel baharu anda'
export const changeQuestionBeforeAddress = 'Untuk menggunakan '
export const changeQuestionBeforeAccount = ' menggantikan '
export const changeQuestionAfterAccount = ', masukkan kata laluan akaun ini.'
export const changeQuestionSubmit = 'Guna e-mel ini'
export const changeQuestionNotYours = 'Bukan akaun anda? Tutup sahaja halaman ini. Tiada apa-apa yang akan berubah.'
export const otherAccountTitle = 'Tukar akaun?'
export const otherAccountIntro = 'Pautan ini untuk akaun lain, bukan akaun yang anda gunakan sekarang.'
export const otherAccountCurrent = 'Anda log masuk sebagai'
export const otherAccountOfLink = 'Pautan ini untuk'
export const otherAccountContinue = 'Tukar ke akaun pautan ini'
export const otherAccountLoses =
  'Jika anda tukar sekarang, resit yang belum dihantar akan hilang bersama gambarnya. Kekal log masuk supaya resit itu dihantar apabila anda kembali dalam talian.'
export const otherAccountDiscard = 'Tukar tanpa menghantar'
export const otherAccountStay = 'Terus guna akaun ini'
export const otherAccountUnused =
  'Jika anda terus menggunakan akaun sekarang, pautan itu tidak akan digunakan. Pautan itu sah selama 60 minit selepas dihantar.'
export const otherAccountUsed = 'E-mel dalam pautan itu sudah disahkan, apa-apa pun pilihan anda.'
export const verifiedTitle = 'E-mel disahkan'
export const verifiedText = 'E-mel anda sudah disahkan.'
export const verifiedAlreadyTitle = 'Sudah disahkan'
export const verifiedContinue = 'Teruskan'
export const verifiedToLogin = 'Log masuk'
export const verificationFailedTitle = 'Pengesahan gagal'
export const verificationRetryHint = 'Semak sambungan internet anda, kemudian cuba lagi.'
export const verificationRetry = 'Cuba lagi'
export const verificationNewLink = 'Dapatkan pautan baharu'
export const verificationLoginForLink = 'Log masuk untuk pautan baharu'

export const profileTitle = 'Profil Saya'
export const profileEdit = 'Edit profil'
export const profileSince = 'Ahli sejak'
export const profileLanguage = 'Bahasa'
export const profileLanguageAbout = 'Bahasa Melayu, untuk aplikasi ini dan e-mel anda'
export const profileUnsavedWait = 'Ada perubahan yang belum disimpan. Buka Edit profil untuk menyimpannya.'
export const profilePendingBeforeAddress = 'Buka pautan yang kami hantar ke '
export const profilePendingAfterAddress =
  ' untuk menggunakan alamat itu di sini. Buat sementara, alamat semasa anda masih digunakan.'

export const profileEditTitle = 'Edit profil'
export const profileChangePassword = 'Tukar kata laluan'
export const profileCurrentPassword = 'Kata laluan semasa'
export const profileNewPassword = 'Kata laluan baharu'
export const profileConfirmPassword = 'Sahkan kata laluan baharu'
export const profileSave = 'Simpan perubahan'
export const profileCancel = 'Batal'
export const profileSaved = 'Profil disimpan'
export const profileNotSaved = 'Profil tidak disimpan'
export const profileOthersSignedOut = 'Peranti anda yang lain perlu log masuk semula.'
export const profileUnsavedTitle = 'Belum disimpan'
export const profileUnsavedExpired =
  'Perubahan anda masih ada. Log masuk semula untuk menyimpannya. Kata laluan perlu ditaip sekali lagi.'
export const profileUnsavedText = 'Perubahan anda masih ada dalam Edit profil, kecuali kata laluan.'

export const avatarLabel = 'Gambar'
export const avatarPhoto = 'Ambil gambar'
export const avatarChoose = 'Pilih gambar'
export const avatarChosen = 'Gambar baharu anda'
export const avatarUnshown =
  'Pelayar ini tidak dapat memaparkan gambar jenis ini, tetapi anda masih boleh menyimpannya. Kami akan guna bahagian tengahnya.'
export const avatarUnreadable =
  'Fail ini tidak dapat dibuka sebagai gambar. Pilih gambar JPEG, PNG, WEBP atau HEIC yang lain.'
export const avatarUndo = 'Jangan guna gambar ini'
export const avatarRemove = 'Buang gambar'
export const avatarRemoved = 'Gambar dibuang'
export const avatarRemovedText = 'Huruf awal nama anda akan dipaparkan.'
export const avatarNotRemoved = 'Gambar tidak dibuang'
export const avatarPlaceTitle = 'Laraskan gambar anda'
export const avatarPlaceHint = 'Seret gambar, atau gerakkannya dengan kekunci anak panah.'
export const avatarPlace = 'Gambar anda dalam bulatan: gerakkannya dengan kekunci anak panah'
export const avatarZoom = 'Zum'
export const avatarTurn = 'Putar'
export const avatarUse = 'Guna gambar'
export const avatarNotCut = 'Pelayar ini tidak dapat memangkas gambar itu. Pilih gambar lain.'

export const accountTitle = 'Akaun anda'
export const profileSignOut = 'Log keluar'
export const profileSignOutAbout = 'Dalam pelayar ini'
export const dialogCancel = 'Batal'
export const notOffered = 'Tidak tersedia di sini.'
export const signOutText =
  'Jika anda log keluar sekarang, resit yang belum dihantar akan hilang bersama gambarnya. Kekal log masuk supaya resit itu dihantar apabila anda kembali dalam talian.'
export const signOutStay = 'Kekal log masuk'
export const signOutDiscard = 'Log keluar tanpa menghantar'
export const otherSessionsEnd = 'Log keluar daripada peranti lain'
export const otherSessionsAbout = 'Anda kekal log masuk di sini'
export const otherSessionsTitle = 'Log keluar daripada peranti lain?'
export const otherSessionsText =
  'Anda perlu log masuk semula pada pelayar dan peranti lain. Di sini, anda kekal log masuk.'
export const otherSessionsConfirm = 'Log keluar semua'
export const otherSessionsNotEnded = 'Gagal log keluar daripada peranti lain'
export const exportLabel = 'Muat turun data saya'
export const exportAbout = 'Semua yang kami simpan tentang anda, dalam satu fail ZIP'
export const exportBegun = 'Muat turun bermula'
export const exportBegunText = 'Fail ini mengandungi profil, resit dan cop anda.'
export const exportFailed = 'Data anda tidak dapat diambil'
export const deletionLabel = 'Padam akaun saya'
export const deletionAbout = 'Akaun dan gambar anda akan dipadam secara kekal'
export const deletionTitle = 'Padam akaun anda?'
export const deletionGoes =
  'Nama, e-mel, gambar profil dan gambar resit anda akan dipadam. Resit yang masih menunggu akan ditarik balik, dan cop anda akan hilang.'
export const deletionStays =
  'Kami hanya menyimpan rekod keputusan tentang resit dan cop anda, menggunakan nombor yang tidak menunjukkan nama anda.'
export const deletionFinal = 'Tindakan ini tidak boleh dibatalkan.'
export const deletionConfirm = 'Padam selamanya'
export const deletionDone = 'Selamat tinggal'

export const resetTitle = 'Kata laluan baharu'
export const resetIntro = 'Anda akan log keluar daripada semua peranti. Kemudian, log masuk dengan kata laluan baharu.'
export const resetSubmit = 'Tetapkan kata laluan'
export const resetDoneTitle = 'Kata laluan ditukar'
export const linkFailedTitle = 'Pautan ini tidak berfungsi'
export const resetFailedBeforeAddress =
  'Pautan hanya boleh digunakan sekali, dalam masa 60 minit. Untuk pautan baharu, hantar e-mel kepada '
export const resetFailedAfterAddress = ' daripada alamat kolej anda.'

export const keepEmail = 'Kekalkan e-mel semasa saya'
export const keepEmailTitle = 'Kekalkan e-mel semasa anda?'
export const keepEmailIntro =
  'Seseorang yang log masuk ke akaun anda mahu menukar e-mel akaun ini. Tekan butang untuk menghentikan pertukaran itu.'
export const keepEmailDoneTitle = 'E-mel tidak ditukar'
export const keepEmailNotDone = 'Pertukaran tidak dapat dihentikan'
export const keepEmailPassword =
  'Jika bukan anda yang memintanya, orang lain mungkin tahu kata laluan anda. Log masuk dan tukar kata laluan. Untuk bantuan, hantar e-mel kepada '
export const keepEmailFailed = 'Jika bukan anda yang meminta pertukaran e-mel, hantar e-mel kepada '

export const unlockAsk = 'E-melkan pautan untuk log masuk dalam pelayar ini'
export const unlockAskAbout =
  'Bukan anda? Kami boleh menghantar pautan melalui e-mel supaya anda dapat log masuk di sini sekarang.'
export const unlockNotSent = 'Pautan tidak dapat dihantar'
export const unlockTitle = 'Log masuk tanpa menunggu'
export const unlockIntro =
  'Terlalu banyak kata laluan salah? Buka sekatan pelayar ini supaya anda boleh log masuk sekarang.'
export const unlockSubmit = 'Buka sekatan'
export const unlockDoneTitle = 'Pelayar ini tidak lagi disekat'
export const unlockElsewhereTitle = 'Buka pautan dalam pelayar yang satu lagi'
export const unlockElsewhereHelp =
  'Salin pautan daripada e-mel ke pelayar yang anda gunakan untuk memintanya. Aplikasi e-mel sering membuka pautan dalam pelayarnya sendiri. Guna aplikasi yang dipasang? Log masuk melalui pelayar anda.'
export const unlockFailed =
  'Setiap pautan hanya boleh digunakan sekali dan sah selama 15 minit. Anda boleh meminta pautan baharu di halaman log masuk.'

// --- merchants ---

export const merchantTitle = 'Peniaga'
export const merchantsTitle = 'Peniaga'
export const merchantsIntro = 'Pilih peniaga tempat anda membeli, kemudian hantar resit anda.'
export const merchantsSearchLabel = 'Cari peniaga'
export const merchantsSearchPlaceholder = 'Nama peniaga'
export const merchantsCategoryLabel = 'Kategori'
export const merchantsEveryCategory = 'Semua'
export const merchantsLoading = 'Memuatkan senarai peniaga'
export const merchantsTryAgain = 'Cuba nama yang lebih pendek, atau cari dalam semua kategori.'
export const merchantsClearSearch = 'Kosongkan carian'
export const merchantsShowAll = 'Papar semua peniaga'
export const merchantLoading = 'Memuatkan peniaga'
export const merchantSubmit = 'Hantar Resit'
export const merchantDealsTitle = 'Tawaran semasa'
export const merchantAbout = 'Tentang peniaga ini'
export const merchantOpeningHours = 'Waktu operasi'

export const merchantNotFoundText = 'Peniaga ini mungkin tidak lagi menyertai program ini, atau alamatnya salah.'
export const merchantCodeOutdated = 'Tiada peniaga di alamat ini. Kod yang anda imbas mungkin sudah lapuk.'
export const merchantNotFoundToHome = 'Kembali ke laman utama'
export const merchantNotFoundToAll = 'Lihat semua peniaga'

// --- deals ---

export const dealTitle = 'Tawaran'
export const dealsTitle = 'Tawaran Popular'
export const dealsIntro = 'Tawaran semasa daripada peniaga kampus.'
export const dealsLoading = 'Memuatkan tawaran'
export const dealsNewSoon = 'Tawaran baharu tiba setiap beberapa minggu.'
export const dealLoading = 'Memuatkan tawaran'
export const dealMerchant = 'Maklumat peniaga'
export const dealEnded = 'Tawaran ini mungkin sudah tamat.'
export const dealToAll = 'Lihat semua tawaran'

// --- announcements ---

export const announcementTitle = 'Pengumuman'
export const announcementsTitle = 'Pengumuman'
export const announcementsMarkAll = 'Tandakan semua dibaca'
export const announcementsToCome = 'Berita kampus akan disiarkan di sini.'
export const announcementsWait = 'Memuatkan pengumuman'
export const announcementUnread = 'Baharu'
export const announcementWait = 'Memuatkan pengumuman'
export const announcementGone = 'Pengumuman ini mungkin sudah dibuang.'
export const announcementAll = 'Lihat semua pengumuman'

// --- submissions ---

export const statusPending = 'Menunggu'
export const statusApproved = 'Diluluskan'
export const statusRejected = 'Ditolak'

export const submissionsTitle = 'Resit Saya'
export const submissionsStatus = 'Status'
export const submissionsAll = 'Semua'
export const submissionsToCome = 'Setiap resit yang anda hantar akan disenaraikan di sini.'
export const submissionsBegin = 'Hantar resit pertama anda'
export const submissionsSeeAll = 'Lihat semua resit'
export const submissionsWait = 'Memuatkan resit'

export const submissionBack = 'Kembali ke Sejarah'
export const submissionTitle = 'Butiran Resit'
export const submissionWait = 'Memuatkan resit'
export const submissionMissing = 'Resit ini tidak dijumpai'
export const submissionMissingText = 'Alamatnya mungkin salah, atau resit ini dihantar daripada akaun lain.'
export const submissionPictureMissing = 'Gambar ini tidak lagi disimpan.'
export const submissionPictureFailed = 'Gambar tidak dapat dibuka.'
export const submissionPictureEnlarge = 'Besarkan gambar'
export const submissionPictureRealSize = 'Saiz sebenar'
export const submissionPictureClose = 'Tutup gambar'
export const submissionWhilePending = 'Kami sedang menyemaknya. Keputusannya akan dihantar kepada anda melalui e-mel.'
export const submissionAmount = 'Jumlah'
export const submissionPurchaseDate = 'Tarikh pembelian'
export const submissionInvoiceNumber = 'Nombor invois'
export const submissionStamps = 'Cop diperoleh'
export const submissionNotes = 'Komen Pentadbir'
export const submissionWhyRejected = 'Sebab ditolak'
export const submissionNoReason = 'Tiada sebab diberikan.'
export const submissionCorrect = 'Hantar resit yang dibetulkan'
export const submissionCorrectMeanwhile =
  'Anda tidak perlu buat apa-apa semasa rayuan anda masih disemak. Jika anda hantar resit yang sama sekali lagi sekarang, kami akan menyemak yang baharu sahaja.'
export const submissionSeeCorrected = 'Lihat resit yang dibetulkan'
export const submissionCorrects = 'Membetulkan'
export const submissionReversed = 'Keputusan diubah'
export const submissionReversalToPending = 'dikembalikan untuk semakan'
export const submissionReversalToApproved = 'diluluskan'
export const submissionReversalToRejected = 'ditolak'
export const submissionReviewerCorrected = 'Dibetulkan oleh penyemak'
export const submissionReviewerCorrectedHint =
  'Maklumat pada resit berbeza daripada yang anda taip, jadi kami guna maklumat pada resit.'
export const submissionMerchant = 'Peniaga'
export const submissionSeeEarlier = 'resit yang ditolak'

export const timelineTitle = 'Perkembangan setakat ini'
export const timelineSent = 'Dihantar'
export const timelineCorrectionSent = 'Resit yang dibetulkan dihantar'
export const timelineChecking = 'Sedang disemak'
export const timelineReopened = 'Dikembalikan untuk semakan'
export const timelineAppealed = 'Anda membuat rayuan'
export const timelineAppealKept = 'Rayuan dijawab: keputusan tidak berubah'
export const timelineAppealReopened = 'Rayuan dijawab: disemak sekali lagi'

export const withdraw = 'Tarik balik'
export const withdrawTitle = 'Tarik balik resit ini?'
export const withdrawText =
  'Kami akan berhenti menyemaknya, resit ini tidak memberi cop dan tidak lagi ada dalam sejarah anda. Kami menyimpan gambar dan butirannya supaya tiada resit mendapat cop dua kali. Anda boleh menghantar resit yang sama sekali lagi.'
export const withdrawCancel = 'Jangan tarik balik'
export const withdrawConfirm = 'Tarik balik resit'
export const withdrawDone = 'Resit ditarik balik'
export const withdrawTooLate = 'Resit tidak ditarik balik'

export const sentCardTitle = 'Resit dihantar'
export const sentCardAnother = 'Hantar satu lagi'
export const sentCardDismiss = 'Tutup mesej ini'

export const submissionsSearch = 'Cari mengikut kedai atau jumlah'
export const submissionsSearchHint = 'Contoh: kopi atau 12.50'

export const appealTitle = 'Buat rayuan'
export const appealSeeApproved = 'Lihat resit yang diluluskan'
export const appealExplained =
  'Anda boleh membuat rayuan sekali sahaja. Pengurus akan menyemak rayuan dan resit anda sekali lagi. Keputusannya akan dihantar kepada anda melalui e-mel.'
export const appealLabel = 'Mengapa keputusan ini perlu diubah?'
export const appealSend = 'Hantar rayuan'
export const appealNotNow = 'Bukan sekarang'
export const appealYours = 'Rayuan anda'
export const appealOpen = 'Dalam rayuan'
export const appealWaits = 'Pengurus akan menyemak rayuan anda. Keputusannya akan dihantar kepada anda melalui e-mel.'
export const appealKept = 'Keputusan tidak berubah'
export const appealReopened = 'Sedang disemak semula'
export const appealMoot = 'Penolakan ditarik balik sebelum rayuan anda dijawab.'
export const appealReviewed = 'Sudah disemak semula'

export const receiptTitle = 'Hantar Resit'
export const receiptFormWait = 'Memuatkan borang'

export const receiptPicture = 'Gambar resit'
export const receiptPictureWanted = 'Tunjukkan keseluruhan resit'
export const receiptPictureReadable = 'Pastikan tarikh, jumlah dan nombor invois boleh dibaca.'
export const receiptPictureFromOutside = 'Anda juga boleh seret atau tampal gambar di sini.'
export const receiptPictureLetGo = 'Lepaskan untuk guna gambar ini'
export const receiptPhotoTake = 'Ambil gambar'
export const receiptPhotoAgain = 'Ambil semula gambar'
export const receiptPictureChoose = 'Pilih gambar'
export const receiptPictureAgain = 'Pilih gambar lain'
export const receiptPictureAlt = 'Resit anda'
export const receiptPictureAttached = 'Gambar ditambah'
export const receiptPictureUnshown = 'Pelayar ini tidak dapat memaparkan HEIC, tetapi penyemak akan melihatnya.'
export const receiptPictureUnreadable = 'Gambar ini tidak dapat dibuka'
export const receiptPictureReplace = 'Ambil semula gambar itu atau pilih gambar lain.'
export const receiptPictureRemove = 'Buang'
export const receiptPlaces = 'Dijumpai dalam gambar anda'
export const receiptReading = 'Membaca resit anda…'
export const receiptPictureProblems = {
  dark: 'Gambar ini terlalu gelap. Ambil semula di tempat yang lebih terang, atau hantar sahaja.',
  blurred: 'Gambar ini kabur. Pegang telefon dengan stabil dan ambil semula, atau hantar sahaja.',
  cut_off: 'Sebahagian resit tiada dalam gambar ini. Ambil semula gambar keseluruhan resit, atau hantar sahaja.',
  no_receipt: 'Kami tidak nampak resit dalam gambar ini. Ambil semula gambar resit anda, atau hantar sahaja.',
}
export const receiptPhotoRetake = 'Ambil semula'
export const receiptPictureOther = 'Pilih lain'
export const receiptFilled = 'Daripada gambar anda – sila semak'
export const receiptFilledFields = {
  merchant_id: 'peniaga',
  purchase_amount: 'jumlah',
  purchase_date: 'tarikh',
  invoice_number: 'nombor invois',
}

export const receiptMerchant = 'Peniaga'
export const receiptMerchantsFromBefore = 'Peniaga yang pernah anda pilih'
export const receiptMerchantChange = 'Tukar'
export const receiptMerchantChangeInFull = 'Tukar peniaga'

export const receiptAmount = 'Jumlah'
export const receiptDate = 'Tarikh pembelian'
export const receiptInvoice = 'Nombor invois'
export const receiptInvoiceHint = 'Nombor sahaja. Cari Inv, Bill atau Trans.'
export const receiptReadUse = 'Guna'
export const receiptEarlier = 'Lihat resit yang anda hantar'
export const receiptSentWithToday = 'Kami akan menggunakan tarikh hari ini.'
export const receiptOtherDay = 'Dibeli pada hari lain?'

export const receiptSubmit = 'Hantar resit'
export const receiptAmountBack = 'Kembali ke borang'
export const receiptSubmitGuest = 'Log masuk untuk hantar'
export const receiptSubmitUnverified = 'Sahkan e-mel untuk hantar'
export const receiptCancel = 'Batal'
export const receiptSending = 'Menghantar'
export const receiptSendingProgress = 'Menghantar resit anda'
export const receiptSendingRead = 'Sudah dihantar. Gambar sedang dibaca'
export const receiptSent = 'Resit dihantar'
export const receiptNotSent = 'Resit gagal dihantar'
export const receiptWaits = 'Menunggu sambungan…'
export const receiptWaitsKept =
  'Resit anda sudah disimpan. Kami akan menghantarnya apabila anda kembali dalam talian. Anda boleh tutup halaman ini.'
export const receiptWaitsHere =
  'Jangan tutup halaman ini kerana pelayar ini tidak dapat menyimpan resit anda. Resit akan dihantar apabila anda kembali dalam talian.'
export const receiptPictureLost = 'Gambar tiada lagi dalam pelayar ini. Tambah semula gambar itu.'
export const receiptSendNow = 'Hantar sekarang'
export const receiptKeepAsDraft = 'Batal dan simpan sebagai draf'
export const receiptAnother = 'Hantar resit lain'
export const receiptFixFromHome = 'Anda boleh membetulkannya di laman utama.'
export const receiptNotRejected = 'Resit ini tidak lagi ditolak. Anda tidak perlu menghantarnya semula.'
export const receiptBackToCorrected = 'Kembali ke resit'
