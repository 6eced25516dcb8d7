export const enrolReplaces = (merchant: string) =>
  `Telefon ini kaunter ${merchant} sekarang. Jika anda teruskan, telefon ini bukan lagi kaunter kedai itu.`
export const pinOf = (name: string) => `PIN ${name}`
export const handTo = (name: string) => `Untuk ${name}`
export const takeBack = (seconds: number) => `Tarik balik (${seconds})`
export const atCounter = (name: string) => `${name} di kaunter`
export const todayCount = (count: number) => `${count} ganjaran`
export const removePhoneQuestion = (name: string) => `Buang ${name}? Telefon itu tidak boleh mengesahkan apa-apa lagi.`
export const lastUsed = (when: string) => `Digunakan ${when}`
export const newPinFor = (name: string) => `PIN baharu untuk ${name}`
export const removeCashierQuestion = (name: string) =>
  `Buang ${name}? PIN itu tidak boleh digunakan lagi pada semua telefon.`
export const offlineSeconds = (seconds: number) => `Sah selama ${seconds} saat lagi`
export const notYetEntered = (count: number) => `Belum dimasukkan (${count})`
export const lateCode = (code: string) => `Kod ${code}`
export const enterBy = (when: string) => `Masukkan sebelum ${when}`
export const enterAll = (count: number) => `Masukkan semua (${count})`
export const enterOf = (number: string) => `Masukkan ${number}`
export const correctOf = (number: string) => `Betulkan ${number}`
export const removeLateQuestion = (number: string) => `Buang ${number} tanpa memasukkannya?`
export const recoveryCodesLeft = (count: number) => `${count} kod pemulihan lagi`
export const signedInOn = (others: number) =>
  others === 0
    ? 'Anda log masuk pada peranti ini sahaja.'
    : `Anda log masuk pada peranti ini dan ${others} peranti lain.`
export const takenBack = (time: string) => `Ditarik balik, ${time}`
export const lineCount = (count: number) => `${count} baris`
export const disputedText = (count: number) => `Pejabat belum menjawab ${count} baris.`
export const paidText = (day: string, reference: string) => `Dibayar pada ${day}. Rujukan: ${reference}`
export const statementOf = (month: string) => `Penyata bagi ${month}`
export const acceptQuestion = (amount: string) =>
  `Terima penyata ${amount} ini? Selepas itu barisnya tidak boleh dipertikaikan lagi.`
export const disputeOf = (what: string) => `Pertikaikan ${what}`
export const adjusted = (amount: string) => `Penyata seterusnya ada satu baris ${amount} untuk hal ini.`
export const atDesk = (product: string) => `Di meja ${product}`
