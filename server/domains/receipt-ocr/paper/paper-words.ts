import type { PaperKind } from '../ocr-result.ts'

/** Words without spaces, in capitals, in English and Malay. */
type PaperWords = {
  /** A row of one of these, and nothing but words that often stand beside it, names the paper. */
  titles: string[]
  /** Further words of such a row. */
  beside: string[]
  /** Sentences that name the paper anywhere in a row. */
  phrases: string[]
}

const BESIDE = ['THIS', 'IS', 'A', 'AN', 'INI', 'IALAH', 'ADALAH', 'DATE', 'TARIKH', 'RM', 'MYR']
const NUMBER = ['NO', 'NUM', 'NUMBER', 'NOMBOR', 'REF', 'RUJUKAN']
const PAPER = [
  'SLIP',
  'FORM',
  'BORANG',
  'NOTE',
  'NOTA',
  'COPY',
  'SALINAN',
  'CUSTOMER',
  'PELANGGAN',
  'OFFICIAL',
  'RASMI',
]
const BILL = [
  'RECEIPT',
  'RESIT',
  'BILL',
  'BIL',
  'INVOICE',
  'INVOIS',
  'TRANSACTION',
  'TRANSAKSI',
  'SALE',
  'SALES',
  'JUALAN',
]

export const PAPER_WORDS: Partial<Record<PaperKind, PaperWords>> = {
  quotation: {
    titles: [
      'QUOTATION',
      'QUOTATIONS',
      'SEBUTHARGA',
      'PRICEQUOTE',
      'COSTESTIMATE',
      'ANGGARANHARGA',
      'ANGGARANKOS',
      'KUOTASI',
      'ESTIMATE',
      'ANGGARAN',
    ],
    beside: [...BESIDE, ...PAPER, 'PRICE', 'HARGA', 'ONLY', 'SAHAJA'],
    phrases: [
      ...['THISISAQUOTATION', 'QUOTATIONONLY', 'THISQUOTATION', 'OURQUOTATION', 'QUOTATIONISVALID', 'QUOTATIONVALID'],
      ...['NOGOODSSUPPLIED', 'SEBUTHARGAINI', 'SEBUTHARGASAH', 'INIADALAHSEBUTHARGA', 'INIIALAHSEBUTHARGA'],
    ],
  },
  'pro forma': {
    titles: [
      'PROFORMA',
      'PROFORMAINVOICE',
      'PROFORMAINVOIS',
      'INVOISPROFORMA',
      'INVOICEPROFORMA',
      'PROFORMABILL',
      'INVOISSEMENTARA',
    ],
    beside: [...BESIDE, ...PAPER, ...NUMBER],
    phrases: ['PROFORMAINVOICE', 'INVOISPROFORMA'],
  },
  'delivery order': {
    titles: [
      'DELIVERYORDER',
      'DELIVERYNOTE',
      'NOTAHANTARAN',
      'NOTASERAHAN',
      'NOTAPENGHANTARAN',
      'PESANANHANTARAN',
      'PESANANPENGHANTARAN',
    ],
    beside: [...BESIDE, ...PAPER],
    phrases: ['THISISADELIVERYORDER'],
  },
  order: {
    titles: [
      ...[
        'ORDERSLIP',
        'ORDERFORM',
        'ORDERCHIT',
        'ORDERTICKET',
        'ORDERLIST',
        'SALESORDER',
        'PURCHASEORDER',
        'WORKORDER',
        'JOBORDER',
      ],
      ...[
        'KITCHENORDER',
        'KITCHENCOPY',
        'ORDERCONFIRMATION',
        'SLIPPESANAN',
        'BORANGPESANAN',
        'NOTAPESANAN',
        'SENARAIPESANAN',
      ],
      ...['PESANANBELIAN', 'PESANANJUALAN', 'PESANANDAPUR', 'PESANANPELANGGAN', 'PENGESAHANPESANAN', 'PESANANTEMPATAN'],
      ...['TEMPAHAN', 'BORANGTEMPAHAN', 'SLIPTEMPAHAN', 'PREORDER'],
    ],
    beside: [...BESIDE, 'COPY', 'SALINAN', 'CUSTOMER'],
    phrases: [],
  },
  'not a receipt': {
    titles: [
      ...['TRAININGMODE', 'SPECIMEN', 'CONTOH', 'STATEMENTOFACCOUNT', 'PENYATAAKAUN'],
      ...['TOPUP', 'TAMBAHNILAI'],
    ],
    beside: [...BESIDE, ...BILL, ...PAPER],
    phrases: [
      ...[
        'NOTARECEIPT',
        'NOTANOFFICIALRECEIPT',
        'NOTOFFICIALRECEIPT',
        'NOTAVALIDRECEIPT',
        'NOTVALIDASRECEIPT',
        'NOTASALESRECEIPT',
      ],
      ...[
        'NOTPROOFOFPAYMENT',
        'NOTAPROOFOFPAYMENT',
        'NOTPROOFOFPURCHASE',
        'NOTAPROOFOFPURCHASE',
        'NOTVALIDASOFFICIALRECEIPT',
        'TIDAKSAHSEBAGAIRESIT',
        'TIDAKSAHSEBAGAIBUKTI',
      ],
      ...[
        'BUKANRESIT',
        'BUKANBUKTIPEMBAYARAN',
        'BUKANBUKTIBAYARAN',
        'BUKANBUKTIPEMBELIAN',
        'OFFICIALRECEIPTWILLBEISSUED',
      ],
      ...['RESITRASMIAKANDIKELUARKAN', 'RESITAKANDIKELUARKAN'],
    ],
  },
  unpaid: {
    titles: [
      ...[
        'UNPAID',
        'NOTPAID',
        'NOTYETPAID',
        'BELUMDIBAYAR',
        'BELUMBAYAR',
        'BELUMBERBAYAR',
        'BELUMDIJELASKAN',
        'PAYMENTPENDING',
      ],
      ...[
        'PENDINGPAYMENT',
        'AWAITINGPAYMENT',
        'MENUNGGUBAYARAN',
        'MENUNGGUPEMBAYARAN',
        'PAYMENTNOTRECEIVED',
        'PROVISIONALBILL',
      ],
      ...['TRANSACTIONDECLINED', 'DECLINED', 'DITOLAK', 'PAYMENTFAILED', 'PEMBAYARANGAGAL', 'BAYARANGAGAL'],
      ...['INTERIMBILL', 'DRAFTBILL', 'TEMPORARYBILL', 'BILSEMENTARA', 'PREBILL'],
    ],
    beside: [...BESIDE, ...BILL, 'STATUS', 'PAYMENT', 'BAYARAN', 'PEMBAYARAN', 'YET', 'LAGI', 'ORDER', 'PESANAN'],
    phrases: [
      'NOTYETPAID',
      'BELUMDIBAYAR',
      'PENDINGPAYMENT',
      'AWAITINGPAYMENT',
      'MENUNGGUBAYARAN',
      'MENUNGGUPEMBAYARAN',
      'RECEIPTNOTPAID',
    ],
  },
  refund: {
    titles: [
      ...[
        'REFUND',
        'REFUNDED',
        'BAYARANBALIK',
        'BAYARBALIK',
        'PULANGANWANG',
        'WANGDIPULANGKAN',
        'PEMULANGANWANG',
        'DIKEMBALIKAN',
      ],
      ...['SALESRETURN', 'PULANGANJUALAN', 'RETURNRECEIPT', 'RETURNSLIP'],
    ],
    beside: [
      ...BESIDE,
      ...PAPER,
      ...BILL,
      ...NUMBER,
      'TOTAL',
      'JUMLAH',
      'AMOUNT',
      'AMAUN',
      'CASH',
      'TUNAI',
      'BY',
      'VOUCHER',
      'CARD',
      'TO',
    ],
    phrases: ['THISISAREFUND'],
  },
  'credit note': {
    titles: ['CREDITNOTE', 'NOTAKREDIT'],
    beside: [...BESIDE, ...NUMBER, 'TAX', 'CUKAI', 'COPY', 'SALINAN', 'CUSTOMER', 'PELANGGAN'],
    phrases: ['THISISACREDITNOTE'],
  },
  void: {
    titles: ['VOID', 'VOIDED', 'BATAL', 'DIBATALKAN', 'TELAHDIBATALKAN', 'CANCELLED', 'CANCELED', 'PEMBATALAN'],
    beside: [...BESIDE, ...BILL, 'STATUS', 'SLIP', 'COPY', 'SALINAN', 'ORDER', 'PESANAN'],
    phrases: [
      ...[
        'TRANSACTIONCANCELLED',
        'TRANSACTIONVOIDED',
        'RECEIPTVOIDED',
        'TRANSAKSIDIBATALKAN',
        'TRANSAKSITELAHDIBATALKAN',
        'RESITDIBATALKAN',
      ],
    ],
  },
  reprint: {
    titles: [
      ...[
        'REPRINT',
        'REPRINTED',
        'REPRINTCOPY',
        'CETAKSEMULA',
        'CETAKANSEMULA',
        'DUPLICATE',
        'PENDUA',
        'SALINAN',
        'COPY',
        'SECONDCOPY',
      ],
    ],
    beside: [
      ...BESIDE,
      ...BILL,
      'COPY',
      'SALINAN',
      'CASH',
      'TUNAI',
      'TAX',
      'CUKAI',
      'BY',
      'ON',
      'TIME',
      'OLEH',
      'PADA',
      'COUNT',
      'NO',
    ],
    phrases: [],
  },
}

/** A row with one of these is about conditions, not about this paper. */
export const CONDITIONS =
  /\b(?:IF|WHEN|UNLESS|WITHIN|UNTIL|DAYS?|INTEREST|POLICY|JIKA|SEKIRANYA|APABILA|HARI|SEHINGGA|DALAM|FAEDAH|POLISI)\b/
/** Before a title, they turn it into its opposite. */
export const NEGATIONS = ['NO', 'NON', 'NOT', 'TIADA', 'TIDAK', 'BUKAN', 'TANPA', 'WITHOUT']
/** A row that ends with one of these goes on in the next one. */
export const GOES_ON =
  /(?<![\w-])(?:OR|FOR|NO|NOT|AND|A|AN|THE|ANY|TO|OF|AS|IS|ARE|BE|WITH|WITHOUT|CASH|ATAU|UNTUK|DAN|TIADA|TIDAK|SEBARANG|TANPA|DENGAN|BAGI)\W*$|[/,&]\s*$/

/** Buttons of a phone's picture viewer, each alone in a row or beside its title. */
export const VIEWER_BUTTONS =
  /(?<![A-Z])(?:PHOTOS|GALLERY|EDIT|DELETE|SHARE|FAVOU?RITE|SCREENSHOTS?|GALERI|SUNTING|PADAM|KONGSI|KEGEMARAN)(?![A-Z])/g

export const RECEIPT_TITLES = /INVOICE|INVOIS|RECEIPT|RESIT|CASHSALE|CASHBILL|BILTUNAI|JUALANTUNAI|TAXINV/
export const PAYMENT_DONE = [
  ...[
    'PAYMENTSUCCESS',
    'SUCCESSFULPAYMENT',
    'PAYMENTCOMPLETE',
    'PAIDSUCCESSFULLY',
    'TRANSFERSUCCESS',
    'TRANSACTIONSUCCESS',
  ],
  ...[
    'TRANSACTIONCOMPLETE',
    'SUCCESSFULTRANSACTION',
    'SUCCESSFULLYPAID',
    'SUCCESSFULLYTRANSFERRED',
    'STATUSSUCCESS',
    'YOUHAVEPAID',
  ],
  ...[
    'YOUVEPAID',
    'PEMBAYARANBERJAYA',
    'BAYARANBERJAYA',
    'BAYARANTELAHBERJAYA',
    'PEMBAYARANANDABERJAYA',
    'TRANSAKSIBERJAYA',
  ],
  ...[
    'PINDAHANBERJAYA',
    'PEMINDAHANBERJAYA',
    'STATUSBERJAYA',
    'BERJAYADIBAYAR',
    'BERJAYADIHANTAR',
    'ANDATELAHMEMBAYAR',
    'DUITNOWTRANSFER',
  ],
]
export const WALLETS =
  /TOUCHN?GO|TNGEWALLET|TNGDIGITAL|EWALLET|EDOMPET|GRABPAY|SHOPEEPAY|DUITNOW|BIGPAY|MAEBYMAYBANK|MAYBANK|CIMB|RHBMOBILE|BOOST|^MAE$|SETEL|^TNG$|ALIPAY|WECHATPAY/
export const TRANSFERS =
  /PAIDTO|PAYTO|PAYMENTTO|TRANSFERTO|TRANSFERREDTO|RECIPIENT|BENEFICIARY|PENERIMA|DIBAYARKEPADA|BAYARKEPADA|BAYARANKEPADA|KEPADA$|FROMACCOUNT|DARIAKAUN|WALLETREF|PAYMENTDETAILS|BUTIRANPEMBAYARAN|TRANSFERTYPE|PAYMENTMETHOD|TRANSACTIONTYPE|JENISTRANSAKSI|KAEDAHPEMBAYARAN/
/** Amounts in such rows are no items. */
export const WALLET_ROWS =
  /^SALES?(?:RM)?$|^BASE|^PURCHASE|^JUALAN|BALANCE|BAKI|CASHBACK|FEE|CAJ|POINTS|COINS|REWARD|LIMIT|WALLET|REF|TRANSACTION|TRANSAKSI|ACCOUNT|AKAUN/
export const TERMINAL = [
  ...[
    /TERMINAL(?:ID|NO)|^TID/,
    /MERCHANT(?:ID|NO)|^MID/,
    /APP(?:R|ROVAL)?CODE|AUTH(?:ORISATION|ORIZATION)?CODE|KODKELULUSAN/,
  ],
  ...[
    /BATCH/,
    /TRACE|STAN/,
    /^AID|^TVR|^TSI|^ARQC|^TC\b/,
    /CARDHOLDER|PEMEGANGKAD/,
    /SIGNATURE|TANDATANGAN|PINVERIFIED/,
  ],
  ...[/CARDTYPE|CARDNO|JENISKAD|NOKAD/, /CONTACTLESS|CHIP|PAYWAVE/, /RREF|^RRN/, /IAGREETOPAY/],
]
