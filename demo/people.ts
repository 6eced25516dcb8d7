import type { Role } from '@stampus/contract/console/operators'
import type { DemoSubmission } from './submissions.ts'
import { aisyahsSubmissions } from './submissions-aisyah.ts'
import { othersSubmissions } from './submissions-others.ts'

export type DemoMember = { name: string; email: string; password: string; submissions: readonly DemoSubmission[] }
type DemoOperator = { name: string; email: string; password: string; role: Role }

/** Verified members. The server prints the login of the first one when it starts. */
export const demoMembers: readonly DemoMember[] = [
  {
    name: 'Aisyah binti Rahman',
    email: 'aisyah@student.campus.edu.my',
    password: 'Kad-Setem-Biru-47',
    submissions: aisyahsSubmissions,
  },
  newMember('Lim Wei Jie', 'weijie.lim@student.campus.edu.my', 'Sepuluh#Pensel82'),
  newMember('Kavitha a/p Subramaniam', 'kavitha@student.campus.edu.my', 'Melati!Petang63'),
  newMember('Muhammad Hakim bin Zulkifli', 'hakim.zul@student.campus.edu.my', 'Basikal+Tasik19'),
  newMember('Grace Anak Jugah', 'grace.jugah@student.campus.edu.my', 'Hujan&Payung204'),
  newMember('Dr. Ong Siew Ling', 'siewling.ong@campus.edu.my', 'Kapur%Papan716'),
  newMember('Zoë Fernandez', 'zoe.fernandez@student.campus.edu.my', 'Roti_Bakar(95)'),
]

/** The owner of a merchant, whose cashier hands over rewards on a phone. */
export const demoOwner = {
  name: 'Rosnah binti Ali',
  email: 'rosnah@kopitingkattiga.example',
  password: 'Teh-Tarik-Kurang-26',
  merchant: 'kopi-tingkat-tiga',
  phone: 'Front till',
}
export const demoCashier = { name: 'Aminah', pin: '471902' }

export const demoOperators: readonly DemoOperator[] = [
  { name: 'Farid Hakimi', email: 'farid@campus.edu.my', password: 'Meja-Semakan-58', role: 'reviewer' },
  { name: 'Tan Mei Fong', email: 'meifong@campus.edu.my', password: 'Kunci-Pejabat-31', role: 'manager' },
]

function newMember(name: string, email: string, password: string): DemoMember {
  return { name, email, password, submissions: othersSubmissions[email] ?? [] }
}
