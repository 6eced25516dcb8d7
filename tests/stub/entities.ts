/** Entities with exactly the required fields. */
export type User = {
  id: number
  name: string
  email: string
  email_verified_at: string | null
  suspended: boolean
  created_at: string
  profile_avatar_url: string | null
  placeholder_image_url: string | null
}

export type Submission = {
  id: number
  status: 'pending' | 'approved' | 'rejected'
  purchase_date: string
  purchase_amount: string
  invoice_no: string
  receipt_image_url: string
  placeholder_image_url: string | null
  rejection_reason: string | null
  admin_notes: string | null
  created_at: string
  merchant: { name: string; address: string }
  merchant_logo_url: string | null
  merchant_logo_image_placeholder_url: string | null
}

export type Merchant = {
  id: number
  name: string
  address: string
  contact_number: string
  category: { id: number; name: string }
  merchant_logo_url: string | null
  merchant_logo_placeholder_image_url: string | null
  active_promotions_count: number
  is_active: boolean
}

export type Announcement = {
  id: number
  title: string
  content: string
  image_url: string | null
  placeholder_image_url: string | null
  published_at: string
  created_at: string
}

export type Deal = {
  id: number
  title: string
  description: string
  image_url: string | null
  placeholder_image_url: string | null
  start_date: string
  end_date: string
  merchant: {
    id: number
    name: string
    address: string
    contact_number: string
    logo_image: string | null
    logo_placeholder_image: string | null
  }
}
