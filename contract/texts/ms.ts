/** The messages in Malay that have values in them; the others are in ms.json. */
export const tooLong = (max: number) => `Teks tidak boleh melebihi ${max} aksara.`
export const oldReceipt = (days: number) => `Resit yang lebih lama daripada ${days} hari tidak dapat diterima.`
export const approvedElsewhere = (id: number) => `Resit ${id} dengan nombor invois ini sudah diluluskan.`
export const resubmissionApproved = (id: number) =>
  `Pembelian ini sudah diluluskan sebagai resit ${id}. Setiap pembelian mendapat cop sekali sahaja.`
export const sentElsewhere = (id: number) => `Ahli ini sudah menghantar resit ini sebagai resit ${id}.`
export const confirmerNotIndependent = (day: string) =>
  `Anda dan operator yang meminta mendapat akaun atau peranan melalui pengurus yang sama, atau seorang melalui seorang lagi, dalam tempoh 30 hari. Operator lain mesti mengesahkan perkara ini. Anda boleh selepas ${day}.`
export const categoriesFull = (max: number) => `Sudah ada ${max} kategori. Sila buang satu dahulu.`
export const categoryInUse = (merchants: number) => `${merchants} peniaga berada dalam kategori ini.`
export const stockBelowTaken = (taken: number) => `${taken} telah dituntut, jadi stok tidak boleh kurang daripada itu.`
export const stampsMissing = (missing: number) => `Anda memerlukan ${missing} cop lagi untuk ganjaran ini.`
export const rewardLimitTotal = (most: number) =>
  `Anda boleh mendapat ganjaran ini ${most} kali sahaja, dan anda sudah mendapatnya.`
export const rewardLimit30Days = (most: number, again: string) =>
  `Anda boleh mendapat ganjaran ini ${most} kali dalam 30 hari. Anda boleh menuntutnya semula mulai ${again}.`
export const voucherUsed = (time: string, by: string | null) =>
  by ? `Digunakan pada ${time} oleh ${by}.` : `Digunakan pada ${time}.`
export const invalidPerDay = (max: number) => `Masukkan nombor dari 1 hingga ${max}, atau biarkan kosong.`
export const tooManyNames = (max: number) => `Anda boleh memasukkan paling banyak ${max} nama.`
export const tooManyAddresses = (max: number) => `Anda boleh memasukkan paling banyak ${max} alamat.`
export const noEmailAddress = (given: string) => `${given} bukan alamat e-mel.`
export const minimumSpend = (amount: string) =>
  `Bagi peniaga ini, resit mestilah bernilai sekurang-kurangnya ${amount}.`
export const dailyReceipts = (max: number) => `Peniaga ini menerima ${max} resit sehari daripada setiap ahli.`
export const dailyReceiptsSent = (max: number) =>
  `${dailyReceipts(max)} ${max === 1 ? 'Resit untuk hari ini sudah dihantar.' : 'Semua resit untuk hari ini sudah dihantar.'}`
export const tooManyMerchants = (max: number) => `Anda boleh memilih paling banyak ${max} peniaga.`
export const needsIndependentManager = (day: string) =>
  `Pengurus lain telah meminta perkara yang sama, tetapi salah seorang mendapat akaun atau peranan melalui yang seorang lagi, atau kedua-duanya melalui pengurus yang sama, dalam tempoh 30 hari. Permintaan anda dicatat dan berkuat kuasa apabila pengurus ketiga memasukkan perkara yang sama dalam 7 hari, atau salah seorang daripada anda selepas ${day}.`
export const exportTruncated = (rows: number) =>
  `Hanya ${rows.toLocaleString('ms-MY')} baris terbaharu ada dalam fail ini.`
export const tooManyPhones = (max: number) =>
  `Sebuah kedai mempunyai paling banyak ${max} telefon. Buang telefon yang tidak digunakan lagi.`
export const tooManyCashiers = (max: number) => `Sebuah kedai mempunyai paling banyak ${max} juruwang.`
export const statementEarlierFirst = (month: string) => `Keluarkan penyata ${month} dahulu.`
export const latePaidTaken = (stamps: number) =>
  `Baucar telah digunakan dan dibayar dalam penyata seterusnya. ${stamps} cop diambil semula.`
export const latePaidMissing = (stamps: number, available: number) =>
  `Baucar telah digunakan dan dibayar dalam penyata seterusnya. Cop tidak dapat diambil: ${stamps} cop diperlukan, ahli mempunyai ${available}.`
export const latePaidGone = (stamps: number) =>
  `Baucar telah digunakan dan dibayar dalam penyata seterusnya. ${stamps} cop tidak dapat diambil: akaun telah dipadamkan.`
export const casesWaitForAnswer = (max: number) =>
  `Anda sudah ada ${max} perbualan yang menunggu jawapan. Sila tunggu sehingga kami menjawab salah satu.`
export const tooManyCannedAnswers = (max: number) => `Paling banyak ${max} jawapan dibenarkan. Buang satu dahulu.`
export const invalidPosition = (max: number) => `Masukkan nombor bulat dari 1 hingga ${max}.`
export const tooManyLinks = (max: number) => `Sebuah kumpulan boleh mempunyai paling banyak ${max} pautan.`
export const tooManyLinkGroups = (max: number) => `Paling banyak ${max} kumpulan dibenarkan. Buang satu dahulu.`
