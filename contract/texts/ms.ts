/** The Malay texts that the server and the apps share: the same names as in `en.ts`. Terms follow `docs/glossary-ms.md`. */

export const termsRequired = 'Anda mesti bersetuju dengan terma dan syarat.'
export const invalidReceiptType = 'Jenis fail tidak sah. Sila muat naik imej JPEG, JPG, PNG, WEBP atau HEIC.'
export const invalidReceiptTypeOrGif = 'Jenis fail tidak sah. Sila muat naik imej JPG, PNG, GIF, WEBP atau HEIC.'
export const receiptTooLarge = 'Saiz fail tidak boleh melebihi 10MB.'
export const invoiceRequired = 'Sila masukkan Nombor Invois.'
export const requiredFields = 'Sila isi semua ruangan yang diperlukan.'
export const nameRequired = 'Sila masukkan nama'
export const emailRequired = 'Sila masukkan e-mel'
export const invalidEmail = 'Sila masukkan alamat e-mel yang sah'
export const currentPasswordRequired = 'Sila masukkan kata laluan semasa untuk menukar kata laluan'
export const passwordTooShort = 'Kata laluan mesti mengandungi sekurang-kurangnya 8 aksara'
export const passwordsDiffer = 'Kata laluan tidak sepadan'
export const avatarTooLarge = 'Saiz imej tidak boleh melebihi 2MB'
export const suspended = 'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.'
export const linkInvalid = 'Pautan pengesahan tidak sah atau telah tamat tempoh.'
export const unexpectedRetry = 'Ralat tidak dijangka telah berlaku. Sila cuba lagi.'
export const unexpected = 'Ralat tidak dijangka telah berlaku.'
export const network = 'Ralat rangkaian telah berlaku. Sila cuba lagi.'
export const submitFailed = 'Resit gagal dihantar. Sila cuba lagi.'
export const submitted = 'Resit anda telah berjaya dihantar!'
export const submissionsFailed = 'Senarai resit gagal dimuatkan. Sila cuba lagi.'
export const moreSubmissionsFailed = 'Resit seterusnya gagal dimuatkan. Sila cuba lagi.'
export const submissionFailed = 'Butiran resit gagal dimuatkan. Sila cuba lagi.'
export const merchantsFailed = 'Senarai peniaga tidak dapat dimuatkan. Sila cuba lagi nanti.'
export const merchantFailed = 'Butiran peniaga tidak dapat dimuatkan.'
export const announcementsFailed = 'Pengumuman gagal dimuatkan. Sila cuba lagi nanti.'
export const dealsFailed = 'Tawaran gagal dimuatkan. Sila cuba lagi nanti.'
export const noMerchants = 'Tiada Peniaga Sepadan dengan Carian Anda'
export const noAnnouncements = 'Tiada Pengumuman'
export const noDeals = 'Tiada Tawaran'
export const noSubmissions = 'Tiada resit pada peringkat ini'
export const noActivity = 'Tiada aktiviti terkini.'
export const announcementNotFound = 'Pengumuman tidak dijumpai.'
export const dealNotFound = 'Tawaran tidak dijumpai.'
export const merchantNotFound = 'Peniaga Tidak Dijumpai'

export const passwordRequired = 'Sila masukkan kata laluan'
export const passwordHint = 'Sekurang-kurangnya 8 aksara dengan huruf besar, huruf kecil, nombor dan simbol.'
export const passwordTooLong = 'Kata laluan tidak boleh melebihi 128 aksara'
export const passwordTooWeak = 'Kata laluan mesti mengandungi huruf besar, huruf kecil, nombor dan simbol'
export const passwordWhiteSpace = 'Kata laluan tidak boleh mengandungi ruang kosong'
export const passwordWellKnown = 'Kata laluan ini terlalu biasa digunakan. Sila pilih yang lain.'
export const wrongCredentials = 'E-mel atau kata laluan ini tidak sepadan dengan rekod kami.'
export const currentPasswordWrong = 'Kata laluan semasa tidak betul.'
export const currentPasswordForEmail = 'Sila masukkan kata laluan semasa untuk menukar e-mel'
export const collegeEmailOnly = 'Sila gunakan alamat e-mel kolej anda.'
export const emailTaken = 'Alamat e-mel ini sudah didaftarkan. Sila log masuk.'
export const chooseNewPassword = 'Sila pilih kata laluan baharu. Kami telah menghantar pautan melalui e-mel.'
export const verificationPasswordWrong = 'Ini bukan kata laluan yang anda gunakan semasa mendaftar.'
export const onePasswordOnly = 'Hantar kata laluan semasa atau yang baharu, bukan kedua-duanya.'
export const alreadyVerified = 'Alamat e-mel ini sudah disahkan.'
export const verificationSent = 'Jika alamat ini belum disahkan, kami akan menghantar pautan baharu.'
export const verificationRequired = 'Sila sahkan alamat e-mel anda dahulu.'
export const unauthenticated = 'Sila log masuk untuk meneruskan.'
export const forbidden = 'Anda tidak dibenarkan melakukan ini.'
export const notFound = 'Tidak dijumpai.'
export const tooManyRequests = 'Terlalu banyak percubaan. Sila tunggu sebentar dan cuba lagi.'
export const malformed = 'Data yang dihantar tidak dapat dibaca.'
export const tooLargeRequest = 'Data yang dihantar terlalu besar.'
export const tooSlow = 'Data anda mengambil masa terlalu lama untuk sampai. Sila cuba lagi.'
export const serverError = 'Ada masalah di pihak kami. Sila cuba lagi.'
export const unavailable = 'Perkhidmatan tidak tersedia buat sementara waktu. Sila cuba semula sebentar lagi.'
export const invalidId = 'ID ini tidak sah.'
export const invalidPage = 'Halaman ini tidak wujud.'
export const invalidChoice = 'Pilihan ini tidak sah.'
export const invalidText = 'Teks ini mengandungi aksara yang tidak boleh digunakan.'
export const tooLong = (max: number) => `Teks tidak boleh melebihi ${max} aksara.`
export const invalidAmount = 'Taip jumlah seperti 12.50 atau 1200.00.'
export const invalidInvoice = 'Taip nombor invois sahaja, maksimum 30 digit.'
export const invalidReceiptNumber = 'Masukkan digit nombor resit atau invois, seperti #123 atau 00123.'
export const invalidDate = 'Masukkan tarikh yang sah.'
export const futureDate = 'Tarikh pembelian tidak boleh pada masa hadapan.'
export const oldReceipt = (days: number) => `Resit yang lebih lama daripada ${days} hari tidak dapat diterima.`
export const undecodable = 'Kami tidak dapat membaca gambar ini. Sila ambil semula atau pilih gambar lain.'
export const merchantUnknown = 'Sila pilih peniaga.'
export const merchantInactive = 'Peniaga ini tidak menerima resit buat masa ini.'
export const alreadySubmitted = 'Anda sudah menghantar resit ini.'
export const keyReused = 'Permintaan ini sudah dihantar dengan butiran lain. Sila muat semula halaman dan cuba lagi.'
export const keyInUse = 'Resit ini sedang dihantar. Sila tunggu sebentar.'
export const receiptWithdrawn = 'Ahli telah menarik balik resit ini.'
export const alreadyDecided = 'Keputusan bagi resit ini sudah dibuat.'
export const leasedByOther = 'Penyemak lain sedang membuka resit ini.'
export const approvedElsewhere = (id: number) => `Resit ${id} dengan nombor invois ini sudah diluluskan.`
export const resubmissionApproved = (id: number) =>
  `Pembelian ini sudah diluluskan sebagai resit ${id}. Setiap pembelian mendapat cop sekali sahaja.`
export const appealApproved = 'Pembelian ini sudah diluluskan dalam resit lain, jadi rayuan tidak boleh dibuat.'
export const sentElsewhere = (id: number) => `Ahli ini sudah menghantar resit ini sebagai resit ${id}.`
export const conflictOfInterest =
  'Anda mempunyai kaitan dengan ahli atau peniaga ini. Operator lain mesti membuat keputusan bagi resit ini.'
export const escalatedToManagers = 'Resit ini telah dirujuk kepada pengurus.'
export const readAlready = 'Hanya gambar yang tidak dapat dibaca boleh dibaca semula.'
export const escalatedAlready = 'Resit ini sudah dirujuk kepada pengurus.'
export const escalationTooLate = 'Rujukan ini tidak boleh dibatalkan lagi.'
export const noteRequired = 'Sila tulis catatan kepada pengurus.'
export const hasNewSignal = 'Resit ini perlu dilihat dengan lebih teliti. Buka resit ini di halaman semakan.'
export const alikeApproved =
  'Resit yang sudah diluluskan kelihatan seperti resit ini. Bandingkan kedua-duanya sebelum teruskan.'
export const notConfirmed =
  'Butiran yang ditaip tidak dapat disahkan berdasarkan gambar. Buka resit ini di halaman semakan.'
export const bulkTooSlow =
  'Proses kelulusan mengambil masa terlalu lama. Resit ini masih belum diluluskan. Sila cuba lagi.'
export const lookFirst = 'Lihat setiap gambar sebelum anda meluluskannya.'
export const offerOutdated = 'Halaman ini sudah lapuk. Muat semula halaman dan lihat resit sekali lagi.'
export const alreadySpotChecked = 'Operator lain sudah menyemak resit ini.'
export const spotCheckExpired = 'Semakan ini tidak lagi disimpan untuk anda. Sila buka sekali lagi.'
export const nothingCorrected = 'Ubah sekurang-kurangnya satu butiran, atau luluskan resit ini seadanya.'
export const ownDisagreement =
  'Anda sendiri telah membuat keputusan, mengesahkan atau menyemak resit ini. Pengurus lain mesti menutup perkara ini.'
export const disagreementNotIndependent =
  'Anda dan operator yang terlibat mendapat akaun atau peranan melalui pengurus yang sama, atau seorang melalui seorang lagi, dalam tempoh 30 hari. Pengurus lain mesti menutup perkara ini.'
export const disagreementTooEarly = 'Semakan kedua masih boleh dibatalkan. Sila tunggu beberapa saat.'
export const disagreementClosed = 'Percanggahan ini sudah diselesaikan.'
export const disagreementMemberGone =
  'Ahli ini telah memadamkan akaunnya, jadi percanggahan ini tidak dapat diselesaikan.'
export const settlementOutcomeRequired = 'Pilih keputusan.'
export const settlementNoteRequired = 'Sila isi catatan.'
export const reasonRequired = 'Sila nyatakan sebab.'
export const waitsForConfirmation = 'Resit ini menunggu operator kedua mengesahkan keputusan.'
export const confirmOwn = 'Permintaan ini dibuat oleh anda. Operator lain perlu mengesahkannya.'
export const confirmerNotIndependent = (day: string) =>
  `Anda dan operator yang meminta mendapat akaun atau peranan melalui pengurus yang sama, atau seorang melalui seorang lagi, dalam tempoh 30 hari. Operator lain mesti mengesahkan perkara ini. Anda boleh selepas ${day}.`
export const confirmationClosed = 'Permintaan ini sudah ditutup.'
export const confirmedAlready = 'Perkara ini sudah disahkan. Hanya operator yang mengesahkannya boleh membatalkannya.'
export const requesterHasConflict =
  'Operator yang membuat permintaan ini kini mempunyai kaitan dengan resit tersebut. Tolak permintaan ini.'
export const requesterGone =
  'Operator yang meminta telah dikeluarkan atau tidak lagi memegang peranan untuk perkara ini. Tolak permintaan ini.'
export const declineReasonRequired = 'Sila nyatakan sebab anda menolak.'
export const undoTooLate = 'Keputusan ini tidak boleh dibatalkan lagi.'
export const operatorCredentials = 'E-mel atau kata laluan salah.'
export const otherSessionsEnded = 'Anda telah log keluar daripada semua peranti lain.'
export const accountDeleted = 'Akaun anda telah dipadamkan.'
export const resetLinkInvalid = 'Pautan tetapan semula tidak sah atau telah tamat tempoh.'
export const stopLinkInvalid = 'Pautan ini tidak sah atau telah tamat tempoh.'
export const emailChangeStopped = 'Perubahan dibatalkan. Alamat e-mel anda kekal sama.'
export const unlockLinkSent =
  'Jika alamat ini mempunyai akaun, kami akan menghantar pautan. Buka pautan itu dalam pelayar ini dalam masa 15 minit.'
export const unlockLinkInvalid = 'Pautan ini tidak sah, sudah digunakan atau telah tamat tempoh.'
export const unlockOtherBrowser = 'Pautan ini hanya berfungsi dalam pelayar yang memintanya. Buka pautan itu di sana.'
export const browserUnlocked = 'Pelayar ini tidak disekat selama sejam. Anda boleh log masuk sekarang.'
export const emailChangeDone =
  'Perubahan ini sudah disahkan dan tidak boleh dihentikan di sini. Sila hubungi bahagian sokongan.'
export const passwordReset = 'Kata laluan anda telah ditukar. Sila log masuk dengan kata laluan baharu.'
export const resetLinkSent = 'Pautan tetapan semula sedang dihantar.'
export const appealRequired = 'Sila nyatakan sebab keputusan ini perlu diubah.'
export const withdrawn = 'Resit anda telah ditarik balik.'
export const withdrawDecided = 'Resit ini baru sahaja disemak, jadi anda tidak boleh menariknya balik lagi.'
export const withdrawConfirming =
  'Kami sedang menyiapkan semakan resit ini, jadi anda tidak boleh menariknya balik lagi.'
export const withdrawnKey =
  'Anda telah menarik balik resit ini. Untuk menghantarnya semula, mulakan penghantaran baharu.'
export const appealNotPossible = 'Rayuan hanya boleh dibuat untuk resit yang ditolak.'
export const appealTooLate = 'Resit ini sudah terlalu lama untuk dirayu. Gambarnya telah dibuang.'
export const appealedAlready = 'Rayuan untuk keputusan ini sudah dibuat.'
export const appealAnswered = 'Rayuan ini sudah dijawab.'
export const appealResubmitted = 'Ahli ini telah menghantar resit yang dibetulkan. Semak resit itu dahulu.'
export const answerRequired = 'Sila tulis jawapan kepada ahli.'
export const merchantChanged = 'Orang lain telah mengubah peniaga ini.'
export const categoryChanged = 'Orang lain telah mengubah kategori ini.'
export const dealChanged = 'Orang lain telah mengubah tawaran ini.'
export const announcementChanged = 'Orang lain telah mengubah pengumuman ini.'
export const invalidPhone = 'Masukkan nombor telefon seperti 03-5550 1234 atau +60 3-5550 1234, atau biarkan kosong.'
export const slugRequired = 'Sila masukkan URL halaman.'
export const invalidSlug =
  'Gunakan huruf kecil dan angka sahaja. Pisahkan perkataan dengan satu tanda sempang (-), contohnya kopi-kita.'
export const slugTaken = 'Peniaga lain sudah menggunakan URL halaman ini.'
export const addressRequired = 'Sila masukkan alamat.'
export const categoryRequired = 'Sila pilih kategori.'
export const categoryTaken = 'Sudah ada kategori dengan nama ini.'
export const categoriesFull = (max: number) => `Sudah ada ${max} kategori. Sila buang satu dahulu.`
export const categoryInUse = (merchants: number) => `${merchants} peniaga berada dalam kategori ini.`
export const titleRequired = 'Sila masukkan tajuk.'
export const descriptionRequired = 'Sila masukkan keterangan.'
export const englishRequired = 'Masukkan teks bahasa Inggeris juga.'
export const contentRequired = 'Sila tulis teks.'
export const endsBeforeStart = 'Hari terakhir tidak boleh sebelum hari pertama.'
export const endsBeforePublished = 'Masa tamat mesti selepas masa ahli mula melihatnya.'
export const conditionsRequired = 'Masukkan syarat.'
export const invalidRewardStamps = 'Masukkan nombor bulat dari 1 hingga 10,000.'
export const invalidOwedAmount = 'Masukkan jumlah dari RM 0.00 hingga RM 100,000.00.'
export const invalidStock = 'Masukkan nombor bulat dari 1 hingga 1,000,000, atau biarkan kosong.'
export const invalidRewardLimit = 'Masukkan nombor bulat dari 1 hingga 1,000, atau biarkan kosong.'
export const invalidValidDays = 'Masukkan bilangan hari dari 1 hingga 180.'
export const stockBelowTaken = (taken: number) => `${taken} telah dituntut, jadi stok tidak boleh kurang daripada itu.`
export const rewardChanged = 'Orang lain telah mengubah ganjaran ini. Muat semula untuk melihat perubahannya.'
export const rewardEnded =
  'Ganjaran ini telah tamat dan tidak boleh diubah. Salin ganjaran ini untuk menawarkannya semula.'
export const balanceChanged = 'Baki ahli ini telah berubah. Tutup dan semak semula.'
export const balanceChangedSince =
  'Baki ahli ini telah berubah sejak permintaan ini dibuat. Tolak permintaan ini, kemudian semak semula bakinya.'
export const owedToNobody = 'Hanya peniaga boleh dibayar.'
export const rewardStateImpossible = 'Status ganjaran ini telah berubah. Muat semula dan cuba lagi.'
export const rewardNotDraft = 'Hanya draf boleh dibuang. Tamatkan atau tarik balik ganjaran ini.'
export const rewardNotFound = 'Ganjaran ini tidak tersedia.'
export const rewardNotAvailable = 'Ganjaran ini tidak tersedia buat masa ini.'
export const rewardChangedMeanwhile = 'Ganjaran ini telah berubah. Semak semula sebelum menuntutnya.'
export const supplementsNotAccepted = 'Terima tambahan kepada Terma dan Dasar Privasi sebelum menuntut ganjaran.'
export const consentRecorded = 'Persetujuan anda telah direkodkan.'
export const rewardSoldOut = 'Ganjaran ini telah habis.'
export const balanceNegative =
  'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu; selepas itu anda boleh menuntut ganjaran semula.'
export const stampsMissing = (missing: number) => `Anda memerlukan ${missing} cop lagi untuk ganjaran ini.`
export const rewardLimitTotal = (most: number) =>
  `Anda boleh mendapat ganjaran ini ${most} kali sahaja, dan anda sudah mendapatnya.`
export const rewardLimit30Days = (most: number, again: string) =>
  `Anda boleh mendapat ganjaran ini ${most} kali dalam 30 hari. Anda boleh menuntutnya semula mulai ${again}.`
export const voucherNotReady = 'Baucar ini tidak boleh digunakan lagi.'
export const voucherStateChanged = 'Status baucar ini telah berubah. Semak statusnya, kemudian cuba lagi.'
export const voidOfSettled = 'Baucar ini dibayar selepas tamat, jadi tidak boleh dibatalkan.'
export const voidNeedsSecond =
  'Cop ini melebihi had yang boleh dipulangkan oleh seorang pengurus melalui baucar. Batalkan baucar tanpa memulangkan cop, kemudian laraskan cop ahli.'
export const voidOfDeleted =
  'Akaun ahli ini telah dipadamkan, jadi cop tidak boleh dipulangkan. Batalkan baucar tanpa memulangkan cop.'
export const takingNeedsSecond =
  'Cop ini melebihi had yang boleh diambil oleh seorang pengurus melalui baucar. Batalkan baucar dengan memulangkan cop, kemudian laraskan cop ahli.'
export const voucherNumberInvalid = 'Masukkan lapan digit baucar itu.'
export const voucherCodeInvalid = 'Masukkan empat digit yang berubah-ubah.'
export const voucherUnknown = 'Tiada baucar dengan nombor ini.'
export const voucherCodeWrong = 'Kod ini tidak sah sekarang. Taip kod yang dipaparkan pada telefon sekarang.'
export const voucherUsed = (time: string, by: string | null) =>
  by ? `Digunakan pada ${time} oleh ${by}.` : `Digunakan pada ${time}.`
export const voucherReturned = 'Ahli telah memulangkan baucar ini.'
export const voucherVoided = 'Baucar ini telah dibatalkan.'
export const voucherExpired = 'Baucar ini telah tamat tempoh.'
export const voucherFrozen = 'Baucar ini tidak boleh digunakan sekarang.'
export const voucherNotChecked = 'Semak baucar sekali lagi sebelum menyerahkannya.'
export const takeBackImpossible =
  'Akaun ahli telah berubah sementara itu, jadi penyerahan ini kekal. Jika tiada apa-apa yang diserahkan, pengurus boleh membatalkan baucar itu.'
export const takeBackTooLate = 'Penyerahan boleh ditarik balik dalam masa satu minit oleh orang yang mengesahkannya.'
export const invalidStampPrice = 'Masukkan jumlah dari RM 0.01 hingga RM 10,000.00.'
export const invalidStampsOfReceipt = 'Masukkan bilangan cop dalam nombor bulat, paling banyak 10,000.'
export const leastAboveMost = 'Bilangan cop paling banyak tidak boleh kurang daripada yang paling sedikit.'
export const startDayRequired = 'Masukkan tarikh.'
export const startsInThePast = 'Masa mula tidak boleh pada masa lalu.'
export const earningRuleSameStart = 'Peraturan lain bermula pada masa ini. Pilih masa lain.'
export const earningRuleStarted = 'Peraturan ini sudah bermula, jadi ia tidak boleh dibuang. Tambah peraturan lain.'
export const pastedTooLong =
  'Teks ini terlalu panjang untuk pengumuman, jadi tiada apa-apa ditampal. Salin bahagian yang lebih kecil.'
export const invalidInstant = 'Masukkan tarikh dan masa.'
export const invalidPerDay = (max: number) => `Masukkan nombor dari 1 hingga ${max}, atau biarkan kosong.`
export const pictureGone = 'Gambar ini tidak lagi tersedia. Sila pilih semula.'
export const tooManyNames = (max: number) => `Anda boleh memasukkan paling banyak ${max} nama.`
export const tooManyAddresses = (max: number) => `Anda boleh memasukkan paling banyak ${max} alamat.`
export const noEmailAddress = (given: string) => `${given} bukan alamat e-mel.`
export const minimumSpend = (amount: string) =>
  `Bagi peniaga ini, resit mestilah bernilai sekurang-kurangnya ${amount}.`
export const dailyReceipts = (max: number) => `Peniaga ini menerima ${max} resit sehari daripada setiap ahli.`
export const dailyReceiptsSent = (max: number) =>
  `${dailyReceipts(max)} ${max === 1 ? 'Resit untuk hari ini sudah dihantar.' : 'Semua resit untuk hari ini sudah dihantar.'}`
export const removed = 'Sudah dibuang.'
export const codeRequired = 'Sila masukkan kod.'
export const codeWrong = 'Kod ini salah atau sudah digunakan.'
export const signInExpired = 'Log masuk mengambil masa terlalu lama. Sila mula semula.'
export const secondFactorDue = 'Sila hidupkan faktor kedua akaun anda dahulu.'
export const secondFactorOn = 'Faktor kedua dihidupkan. Anda telah log keluar daripada semua peranti lain.'
export const secondFactorOff = 'Faktor kedua dimatikan. Anda telah log keluar daripada semua peranti lain.'
export const secondFactorChanged = 'Faktor kedua telah berubah. Sila muat semula halaman.'
export const secondFactorRequired = 'Peranan anda memerlukan faktor kedua, jadi anda tidak boleh mematikannya.'
export const secondFactorReset = 'Faktor kedua telah dibuang. Operator itu akan menerima e-mel mengenainya.'
export const recoveryCodesMade =
  'Ini kod pemulihan baharu anda. Kod lama tidak boleh digunakan lagi, dan anda telah log keluar daripada semua peranti lain.'
export const passwordChanged = 'Kata laluan anda telah ditukar. Anda telah log keluar daripada semua peranti lain.'
export const operatorTaken = 'Sudah ada operator dengan alamat e-mel ini.'
export const operatorChanged = 'Orang lain telah mengubah operator ini.'
export const verificationLinkSent = 'Pautan pengesahan sedang dihantar.'
export const mailSentAgain = 'E-mel telah dihantar semula.'
export const operatorLinkSent = 'Pautan sedang dihantar.'
export const signInLocked =
  'Terlalu banyak kata laluan yang salah. Jika akaun ini wujud, kami telah menghantar pautan ke e-melnya untuk log masuk tanpa menunggu. Jika tidak, cuba lagi selepas sejam.'
export const operatorLinkInvalid = 'Pautan ini tidak sah, sudah digunakan atau telah tamat tempoh.'
export const operatorSessionsEnded = 'Semua sesi operator ini telah ditamatkan.'
export const operatorRemoved = 'Operator ini telah dikeluarkan.'
export const ownOperator = 'Anda tidak boleh melakukan ini pada akaun anda sendiri. Minta pengurus lain.'
export const tooManyMerchants = (max: number) => `Anda boleh memilih paling banyak ${max} peniaga.`
export const invalidStamps = 'Masukkan nombor bulat dari -1,000 hingga 1,000, selain 0.'
export const reversalOutdated = 'Keputusan telah berubah. Sila lihat sekali lagi.'
export const reversalTooEarly = 'Operator yang membuat keputusan ini masih boleh membatalkannya. Sila tunggu sebentar.'
export const reversalSame = 'Keputusan ini sama dengan keputusan semasa resit ini. Sila pilih keputusan lain.'
export const receiptPictureGone = 'Gambar telah dibuang, jadi keputusan ini tidak boleh diubah.'
export const suspendedAlready = 'Ahli ini sudah digantung.'
export const notSuspended = 'Ahli ini tidak digantung.'
export const memberUnverified = 'Ahli ini belum mengesahkan alamat e-melnya.'
export const ownAccount = 'Ini akaun anda sendiri. Pengurus lain mesti melakukannya.'
export const ownerOneself = 'Ini alamat anda sendiri. Pengurus lain perlu melakukannya.'
export const needsSecondManager =
  'Perkara ini tidak boleh diputuskan oleh seorang pengurus sahaja. Permintaan anda dicatat dan berkuat kuasa apabila pengurus lain memasukkan perkara yang sama dalam 7 hari.'
export const needsIndependentManager = (day: string) =>
  `Pengurus lain telah meminta perkara yang sama, tetapi salah seorang mendapat akaun atau peranan melalui yang seorang lagi, atau kedua-duanya melalui pengurus yang sama, dalam tempoh 30 hari. Permintaan anda dicatat dan berkuat kuasa apabila pengurus ketiga memasukkan perkara yang sama dalam 7 hari, atau salah seorang daripada anda selepas ${day}.`
export const ownMerchant = 'Ini peniaga anda sendiri. Pengurus lain perlu melakukannya.'
export const exportTruncated = (rows: number) =>
  `Hanya ${rows.toLocaleString('ms-MY')} baris terbaharu ada dalam fail ini.`
export const reported = 'Terima kasih.'
export const signedOut = 'Anda telah log keluar.'
export const pinNeeded = 'Sila masukkan PIN anda.'
export const pinInvalid = 'PIN mempunyai enam digit.'
export const pinWrong = 'PIN ini salah.'
export const pinTooSimple = 'PIN ini mudah diteka. Sila pilih enam digit yang tidak berturutan atau berulang.'
export const enrolmentInvalid = 'Kod ini telah tamat tempoh atau sudah digunakan. Sila minta kod baharu.'
export const phoneNameRequired = 'Sila beri nama kepada telefon ini, seperti Kaunter 1.'
export const phoneRemoved = 'Telefon telah dibuang. Telefon itu tidak boleh mengesahkan apa-apa lagi.'
export const tooManyPhones = (max: number) =>
  `Sebuah kedai mempunyai paling banyak ${max} telefon. Buang telefon yang tidak digunakan lagi.`
export const cashierTaken = 'Sudah ada juruwang dengan nama ini.'
export const cashierRemoved = 'Juruwang telah dibuang.'
export const tooManyCashiers = (max: number) => `Sebuah kedai mempunyai paling banyak ${max} juruwang.`
export const workEnded = 'Juruwang seterusnya perlu memasukkan PIN.'
export const languageSaved = 'Bahasa anda telah disimpan.'
export const ownerTaken = 'Sudah ada pemilik dengan alamat e-mel ini.'
export const ownerChanged = 'Orang lain telah mengubah pemilik ini.'
export const ownerRemoved = 'Pemilik telah dibuang, bersama telefon yang didaftarkannya.'
export const ownerSessionsEnded = 'Pemilik telah dilog keluar di semua peranti.'
export const ownerSecondFactorReset = 'Faktor kedua telah dibuang. Pemilik itu akan menerima e-mel mengenainya.'
export const voucherElsewhere = 'Baucar ini untuk kedai lain.'
export const voucherOfStaff = 'Baucar ini milik seseorang yang bekerja di sini. Pejabat boleh menyerahkannya.'
export const handOverTakenBack = 'Ditarik balik. Baucar ini sedia digunakan semula.'
export const deletedMember = 'Ahli yang telah dipadamkan'
export const counterCodeInvalid = 'Taip enam digit yang ditunjukkan oleh kaunter.'
export const counterCodeWrong = 'Kod ini tidak sah sekarang. Taip kod yang ditunjukkan oleh kaunter pada saat ini.'
export const lateTimeInvalid = 'Masukkan masa yang dicatat, dalam 24 jam yang lalu.'
export const lateCodeWrong = 'Kod ini tidak sepadan dengan baucar dan masa ini.'
export const lateEntered = 'Dimasukkan. Baucar telah digunakan.'
export const lateWaiting =
  'Dimasukkan. Baucar tidak lagi sedia digunakan, jadi pejabat akan memutuskan sama ada anda dibayar.'
export const monthInvalid = 'Pilih satu bulan.'
export const statementTooEarly = 'Bulan ini belum berakhir.'
export const statementIssued = 'Penyata ini telah dikeluarkan.'
export const statementIssuedNow = 'Penyata telah dikeluarkan. Barisnya tidak akan berubah.'
export const statementChanged = 'Penyata ini telah berubah. Semak semula jumlahnya.'
export const statementEarlierFirst = (month: string) => `Keluarkan penyata ${month} dahulu.`
export const statementDisputed = 'Satu baris penyata ini masih dipertikaikan. Cuba lagi selepas ia dijawab.'
export const paymentNeedsSecond =
  'Anda mengeluarkan penyata ini dan menjawab pertikaiannya, jadi pengurus lain perlu menandakannya sebagai dibayar.'
export const statementAccepted = 'Penyata ini telah diterima.'
export const statementAcceptedNow = 'Anda telah menerima penyata ini.'
export const statementClosed = 'Penyata ini telah diterima atau dibayar, jadi barisnya tidak boleh dipertikaikan lagi.'
export const statementPaid = 'Penyata ini telah dibayar.'
export const statementPaidNow = 'Penyata ditandakan sebagai telah dibayar.'
export const lineDisputed = 'Baris ini telah dipertikaikan.'
export const lineDisputedNow = 'Dihantar. Pejabat akan menjawab di sini.'
export const disputeAnswered = 'Pertikaian ini telah dijawab.'
export const disputeAnsweredNow = 'Jawapan anda telah dihantar.'
export const lateAnswered = 'Serahan lewat ini telah dijawab.'
export const lateAnsweredNow = 'Jawapan anda menjadi satu baris dalam penyata seterusnya.'
export const latePaid = 'Baucar telah digunakan dan dibayar dalam penyata seterusnya.'
export const latePaidTaken = (stamps: number) =>
  `Baucar telah digunakan dan dibayar dalam penyata seterusnya. ${stamps} cop diambil semula.`
export const latePaidMissing = (stamps: number, available: number) =>
  `Baucar telah digunakan dan dibayar dalam penyata seterusnya. Cop tidak dapat diambil: ${stamps} cop diperlukan, ahli mempunyai ${available}.`
export const latePaidGone = (stamps: number) =>
  `Baucar telah digunakan dan dibayar dalam penyata seterusnya. ${stamps} cop tidak dapat diambil: akaun telah dipadamkan.`
export const voucherSettled = 'Satu serahan baucar ini sudah dibayar, jadi serahan lain tidak boleh dibayar.'
export const paymentReferenceRequired = 'Masukkan rujukan pembayaran.'
export const adjustmentInvalid = 'Masukkan jumlah.'
export const caseMessageRequired = 'Sila tulis mesej.'
export const caseSubjectRequired = 'Sila pilih perkara yang ingin ditanya.'
export const caseObjectUnknown = 'Kami tidak menemui perkara ini. Sila pilih sekali lagi.'
export const caseOpenAlready = 'Anda sudah ada perbualan terbuka tentang perkara ini. Sila teruskan di sana.'
export const caseClosed = 'Perbualan ini telah ditutup.'
export const casesWaitForAnswer = (max: number) =>
  `Anda sudah ada ${max} perbualan yang menunggu jawapan. Sila tunggu sehingga kami menjawab salah satu.`
export const caseWaitsForAnswer = 'Anda sudah banyak menulis di sini. Sila tunggu jawapan kami.'
export const caseChanged = 'Kes ini telah berubah. Sila baca sekali lagi.'
export const assigneeUnknown = 'Sila pilih seorang pengurus.'
export const cannedAnswerChanged = 'Orang lain telah mengubah jawapan ini.'
export const tooManyCannedAnswers = (max: number) => `Paling banyak ${max} jawapan dibenarkan. Buang satu dahulu.`
export const linkGroupChanged = 'Orang lain telah mengubah kumpulan ini.'
export const invalidLinkAddress = 'Masukkan alamat yang bermula dengan https://, mailto: atau tel:.'
export const invalidPosition = (max: number) => `Masukkan nombor bulat dari 1 hingga ${max}.`
export const tooManyLinks = (max: number) => `Sebuah kumpulan boleh mempunyai paling banyak ${max} pautan.`
export const tooManyLinkGroups = (max: number) => `Paling banyak ${max} kumpulan dibenarkan. Buang satu dahulu.`
