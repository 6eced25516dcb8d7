/**
 * A deal of the merchant with that slug; its cover is `pictures/deals/MERCHANT.svg`. Days count from today: -3 is three
 * days ago, 0 today. The end day is included.
 */
export type DemoDeal = {
  merchant: string
  title: string
  description: string
  startDay: number
  endDay: number
}

/** The last two deals are over and not started yet. */
export const demoDeals: readonly DemoDeal[] = [
  {
    merchant: 'warung-kak-ros',
    title: 'Second Teh Tarik on the House',
    description:
      'Order any nasi lemak set before 11 am and the second teh tarik is on Kak Ros. Dine-in only, one per table.',
    startDay: -12,
    endDay: 21,
  },
  {
    merchant: 'kopi-tingkat-tiga',
    title: 'RM 5 Study Brew',
    description:
      'Any black coffee, hot or iced, for RM 5 from 8 pm until the library closes. Bring your own cup and the lid is free too.',
    startDay: -6,
    endDay: 30,
  },
  {
    merchant: 'fatt-kee-noodle-house',
    title: '20% Off Dry Noodles After Three',
    description: 'The lunch queue is gone by three. From 3 pm to 5 pm every plate of dry noodles is 20% off.',
    startDay: -20,
    endDay: 14,
  },
  {
    merchant: 'fotostat-bestari',
    title: 'Half-Price Colour Copies',
    description: 'A4 colour copies at half price on weekday mornings. Up to 60 sheets per student.',
    startDay: -9,
    endDay: 9,
  },
  {
    merchant: 'boba-bukit',
    title: 'Two Toppings, One Price',
    description: 'Choose any two toppings and pay for one. Pearls, grass jelly, pudding or red bean.',
    startDay: -3,
    endDay: 18,
  },
  {
    merchant: 'farmasi-seri-damai',
    title: '15% Off Vitamins and First Aid',
    description: 'Show your student or staff card for 15% off vitamins, plasters and first-aid kits.',
    startDay: -25,
    endDay: 35,
  },
  {
    merchant: 'devis-banana-leaf',
    title: 'Banana Leaf Lunch at RM 9',
    description: 'Rice, three vegetables, rasam and papadam, with free refills of rice. Weekdays from 11.30 am.',
    startDay: -15,
    endDay: 20,
  },
  {
    merchant: 'kolej-cycles',
    title: 'Full Bicycle Service RM 25',
    description:
      'Brakes, gears, chain and tyres checked while you are in class. Ready the same day when left before 10 am.',
    startDay: -2,
    endDay: 40,
  },
  {
    merchant: 'chloes-patisserie-cafe',
    title: 'Croissants in Pairs After Six',
    description: 'From 6 pm, buy one butter croissant and take a second one home.',
    startDay: -7,
    endDay: 16,
  },
  {
    merchant: 'dobi-bersih-24',
    title: 'RM 4 Wash on Quiet Nights',
    description: 'Any 9 kg machine for RM 4, Sunday to Thursday, midnight to 6 am.',
    startDay: -30,
    endDay: 60,
  },
  {
    merchant: 'inkwell-quill',
    title: 'Back to Class: 20% Off Notebooks',
    description: 'Every ruled, dotted and grid notebook. Ask for the recycled ones; they take fountain-pen ink well.',
    startDay: -5,
    endDay: 24,
  },
  {
    merchant: 'satay-pak-din',
    title: 'Two Sticks Free with Every Ten',
    description: 'Chicken, beef or tempe. Nasi impit and peanut sauce included.',
    startDay: -11,
    endDay: 12,
  },
  {
    merchant: 'poster-lab',
    title: 'A1 Poster for RM 30',
    description: 'Matt poster for your seminar or final-year showcase. Bring a PDF before noon, collect at five.',
    startDay: -4,
    endDay: 45,
  },
  {
    merchant: 'cendol-mak-engku',
    title: 'Small Cendol RM 3',
    description: 'Shaved to order with gula Melaka from Mak Engku’s own village. Red beans are extra.',
    startDay: -1,
    endDay: 10,
  },
  {
    merchant: 'raket-house',
    title: 'Restringing 30% Off',
    description: 'All badminton racquets, any tension. The shop lends you one while you wait.',
    startDay: -14,
    endDay: 19,
  },
  {
    merchant: 'heng-loong-provisions',
    title: 'Six Instant Noodles for Five',
    description: 'Mix any flavours. Good for one packet a day until the allowance comes.',
    startDay: -18,
    endDay: 28,
  },
  {
    merchant: 'gunting-emas-barber',
    title: 'Student Cut RM 12',
    description: 'Wash, cut and a hot towel. Monday to Thursday, walk in.',
    startDay: -21,
    endDay: 33,
  },
  {
    merchant: 'pelita-books',
    title: 'Three Novels, Pay for Two',
    description: 'The lowest priced of three is free: Malay, English, Tamil and Chinese shelves alike.',
    startDay: -8,
    endDay: 22,
  },
  {
    merchant: 'ayam-gepuk-tok-wan',
    title: 'Gepuk Set with Drink RM 11',
    description: 'Smashed chicken, rice, tempe and any soft drink. Say how many chillies you can bear.',
    startDay: -10,
    endDay: 17,
  },
  {
    merchant: 'thesis-house',
    title: 'Second Hard Cover at Half Price',
    description: 'One copy for the faculty, one for your parents. Gold lettering is included, ready overnight.',
    startDay: -13,
    endDay: 15,
  },
  {
    merchant: 'optik-jernih',
    title: 'Free Eye Test with Student Card',
    description: 'Fifteen minutes, no purchase needed. Blue-cut lenses from RM 89 if you want them.',
    startDay: -40,
    endDay: 50,
  },
  {
    merchant: 'gelato-lorong-lima',
    title: 'Second Scoop Free on Hot Days',
    description: 'When the board outside says 33 degrees or more, the second scoop is free.',
    startDay: -6,
    endDay: 26,
  },
  {
    merchant: 'bas-kampus-ekspres',
    title: '20% Off Weekend Return Tickets',
    description: 'Home on Friday, back on Sunday. Book both ways at counter 3.',
    startDay: -16,
    endDay: 29,
  },
  {
    merchant: 'koperasi-kolej-seroja',
    title: 'RM 10 Breakfast Basket',
    description: 'Bread, eggs, milk and bananas for two people. Collect before 9 am at the college co-operative.',
    startDay: -3,
    endDay: 31,
  },
  {
    merchant: 'trail-and-tide',
    title: 'Rain Jackets 25% Off',
    description: 'For the monsoon weeks. Last year’s colours, this year’s zips.',
    startDay: -19,
    endDay: 11,
  },
  {
    merchant: 'akar-herbal-house',
    title: 'Two Cups of Ginger Tea for One',
    description: 'For sore throats before presentations. Sweetened with rock sugar or not at all.',
    startDay: -2,
    endDay: 13,
  },
  {
    merchant: 'bibik-lim-kuih',
    title: 'Four Kuih for the Price of Three',
    description: 'Kuih lapis, ondeh-ondeh, seri muka or ang ku. Fresh at 7 am and again at 3 pm.',
    startDay: -5,
    endDay: 8,
  },
  {
    merchant: 'rajan-scooter-hire',
    title: 'Scooter for a Day RM 15',
    description: 'Helmet and rain cover included. A valid B2 licence is needed.',
    startDay: -1,
    endDay: 27,
  },
  {
    merchant: 'daily-loaf-bakery',
    title: 'Yesterday’s Loaf 40% Off',
    description: 'This offer has come to its end; the bakery now gives what is left to the campus food shelf.',
    startDay: -45,
    endDay: -3,
  },
  {
    merchant: 'baiki-phone-clinic',
    title: 'Free Battery Check Week',
    description: 'Bring any phone or laptop and learn how many good months its battery has left.',
    startDay: 6,
    endDay: 13,
  },
]
