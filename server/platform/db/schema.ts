/** The tables with the types of their columns, as the migrations leave them. Written by npm run docs. */
export type Tables = {
  announcements: { id: number; title: string; content: string; image_key: string | null
    image_placeholder: string | null; published_at: Date | null; created_at: Date; version: number
    ends_at: Date | null; title_ms: string | null; content_ms: string | null }
  appeal_answers: { appeal_id: number; operator_id: number; outcome: 'kept' | 'reopened'; answer: string
    created_at: Date }
  appeals: { id: number; submission_id: number; message: string; created_at: Date; is_open: boolean }
  audit_entries: { id: number; operator_id: number | null; action: string; subject_kind: string; subject_id: number
    changed_fields: string[]; created_at: Date; action_group: string | null; owner_id: number | null }
  audit_values: { entry_id: number; changes: unknown }
  browser_unlocks: { id: number; user_id: number | null; browser_hash: Buffer; asked_at: Date; mailed_at: Date | null
    opened_at: Date | null }
  bulk_approvals: { decision_id: number; batch_ended_at: Date }
  canned_answers: { id: number; title: string; subject: 'receipt' | 'reward' | 'shop' | 'account' | 'data' | null
    text: string; text_ms: string | null; version: number }
  case_messages: { id: number; case_id: number; user_id: number | null; operator_id: number | null; message: string
    created_at: Date; waited_since: Date | null; idempotency_key: string }
  cases: { id: number; user_id: number; subject: 'receipt' | 'reward' | 'shop' | 'account' | 'data'
    submission_id: number | null; voucher_id: number | null; reward_id: number | null; merchant_id: number | null
    state: 'open' | 'answered' | 'reopened' | 'closed'; operator_id: number | null; created_at: Date
    updated_at: Date; waiting_since: Date | null; version: number }
  cashiers: { id: number; merchant_id: number; name: string; name_key: string; pin_hash: string; created_at: Date
    removed_at: Date | null }
  categories: { id: number; name: string; version: number }
  confirmations: { id: number; kind: 'approval' | 'adjustment' | 'reversal'; user_id: number
    submission_id: number | null; asked_by: number; asked_at: Date; stamps: number; request: unknown
    request_id: string | null
    state: 'waiting' | 'confirmed' | 'declined' | 'withdrawn' | 'lapsed' | 'not_countersigned'
    closed_by: number | null; closed_at: Date | null; answer: string | null; decision_id: number | null }
  consents: { user_id: number; page: 'terms' | 'privacy'; supplement: number; accepted_at: Date }
  deals: { id: number; merchant_id: number; title: string; description: string; image_key: string | null
    image_placeholder: string | null; start_date: string; end_date: string; created_at: Date; version: number
    title_ms: string | null; description_ms: string | null }
  decision_undos: { decision_id: number; operator_id: number; created_at: Date }
  decisions: { id: number; submission_id: number; operator_id: number; status: 'approved' | 'rejected'
    reason: string | null; notes: string | null; stamps: number; created_at: Date; reason_code: string | null
    earning_rule_id: number | null }
  deleted_accounts: { email_hash: Buffer; negative_balance: boolean; reversals: boolean; rejections: boolean
    deleted_at: Date }
  deleted_receipts: { submission_id: number; number_hashes: Buffer[]; keypoint_code_hashes: Buffer[] }
  disagreement_closures: { verdict_id: number; operator_id: number; outcome: 'decision_kept' | 'check_right'
    note: string; created_at: Date }
  disagreement_notes: { verdict_id: number; note: string }
  discarded_files: { storage_key: string; discarded_at: Date }
  earning_rules: { id: number; sen_per_stamp: number; min_stamps: number; max_stamps: number; starts_at: Date
    operator_id: number | null; created_at: Date }
  email_changes: { id: number; user_id: number; old_email: string; new_email: string; created_at: Date }
  escalations: { submission_id: number; operator_id: number; note: string; created_at: Date }
  fact_corrections: { id: number; decision_id: number; submission_id: number
    field: 'merchant_id' | 'invoice_number' | 'purchase_date' | 'purchase_amount'; typed: string; corrected: string }
  failed_mails: { id: number; kind: string; subject_id: number; reason: string; tries: number; failed_at: Date }
  filled_in_facts: { submission_id: number; fact: 'merchant' | 'purchase_amount' | 'purchase_date' | 'invoice_number'
    value: string }
  former_addresses: { user_id: number; email_hash: Buffer; left_at: Date }
  former_voucher_keys: { id: number; voucher_id: number; key: Buffer; opened_at: Date; ended_at: Date }
  idempotency_keys: { user_id: number; key: string; body_hash: Buffer; submission_id: number | null; created_at: Date }
  keypoint_codes: { code: number; submission_id: number }
  late_hand_overs: { id: number; voucher_id: number; phone_id: number; cashier_id: number; noted_at: Date
    created_at: Date; request_id: string; voucher_state: string }
  leases: { submission_id: number; operator_id: number; expires_at: Date }
  ledger_entries: { id: number; user_id: number; kind: string; stamps: number; decision_id: number | null
    created_at: Date; stamp_adjustment_id: number | null; voucher_event_id: number | null }
  line_disputes: { id: number; line_id: number; owner_id: number; reason: string; created_at: Date
    answer: string | null; answered_by: number | null; answered_at: Date | null; adjustment_id: number | null }
  link_groups: { id: number; title: string; title_ms: string | null; position: number; links: unknown; version: number }
  merchant_people: { merchant_id: number; email: string; email_key: string }
  merchants: { id: number; name: string; name_key: string; slug: string; category_id: number; address: string
    contact_number: string; logo_key: string | null; logo_placeholder: string | null; is_active: boolean
    created_at: Date; version: number; minimum_spend_sen: number | null; receipts_per_day: number | null
    opening_hours: string | null; description: string | null; description_ms: string | null
    opening_hours_ms: string | null; further_names: string[] }
  migrations: { name: string; sha256: string; applied_at: Date }
  ocr_previews: { user_id: number; file_sha256: Buffer; ocr_version: number; result: unknown; read_at: Date }
  offered_facts: { id: number; user_id: number; file_sha256: Buffer
    fact: 'merchant' | 'purchase_amount' | 'purchase_date' | 'invoice_number'; value: string; offered_at: Date }
  operator_addresses: { operator_id: number; email: string; email_key: string }
  operator_grants: { id: number; operator_id: number; role: string; previous_role: string | null
    granted_by: number | null; created_at: Date }
  operator_merchants: { operator_id: number; merchant_id: number }
  own_account_links: { operator_id: number; user_id: number; linked_at: Date }
  owner_merchants: { owner_id: number; merchant_id: number }
  owner_notices: { id: number; merchant_id: number; added_id: number; owner_id: number; created_at: Date }
  password_resets: { id: number; user_id: number; operator_id: number | null; created_at: Date }
  phone_enrolments: { token_hash: Buffer; merchant_id: number; owner_id: number; created_at: Date }
  phones: { id: number; merchant_id: number; name: string; enrolled_by: number; token_hash: Buffer | null
    key: Buffer | null; created_at: Date; last_used_at: Date; cashier_id: number | null; cashier_since: Date | null
    cashier_used_at: Date | null; removed_at: Date | null }
  picture_fingerprints: { submission_id: number; keypoints: Buffer; made_at: Date; failed_tries: number }
  rate_counters: { key: string; hits: number; expires_at: Date }
  readiness: { single: boolean; written_at: Date }
  receipt_duplicates: { submission_id: number; duplicate_id: number; found_by: 'numbers' | 'picture'
    not_compared: boolean | null }
  receipt_numbers: { merchant_id: number; number: string; submission_id: number }
  receipt_ocr: { submission_id: number; ocr_version: number; result: unknown; numbers: string[]; comparison: unknown
    matches: boolean; read_at: Date; second_reading: unknown }
  request_results: { sender: string; key: string; step: number; body_hash: Buffer; result: Buffer; created_at: Date }
  reversals: { id: number; decision_id: number; submission_id: number; operator_id: number
    status: 'pending' | 'approved' | 'rejected'; reason: string; created_at: Date }
  rewards: { id: number; merchant_id: number | null; title: string; title_ms: string | null; conditions: string
    conditions_ms: string | null; image_key: string | null; image_placeholder: string | null; stamps: number
    owed_sen: number; stock: number | null; taken: number; limit_total: number | null; limit_30_days: number | null
    start_date: string; end_date: string | null; valid_days: number
    state: 'draft' | 'published' | 'paused' | 'ended'; recalled_at: Date | null; recall_reason: string | null
    version: number; created_at: Date }
  second_signatures: { id: number
    kind: 'dispute' | 'payment' | 'new_reward' | 'reward' | 'earning_rule' | 'staff_link' | 'staff_second_factor' | 'staff_merchants'
    subject_id: number; asked: unknown; asked_by: number; asked_at: Date; confirmed_by: number | null
    confirmed_at: Date | null }
  sessions: { token_hash: Buffer; user_id: number; created_at: Date; last_used_at: Date }
  skips: { operator_id: number; submission_id: number; skipped_at: Date }
  spot_check_undos: { verdict_id: number; created_at: Date }
  spot_check_verdicts: { decision_id: number; operator_id: number; status: 'approved' | 'rejected'
    reason_code: string | null; agrees: boolean; created_at: Date; id: number; corrections: unknown }
  spot_checks: { decision_id: number; submission_id: number; drawn_at: Date; holder_id: number | null
    held_until: Date | null; closed_at: Date | null }
  staff: { id: number; name: string; email: string; email_key: string; console_password_hash: string | null
    role: 'reviewer' | 'manager' | 'owner'; is_demo: boolean; created_at: Date; console_removed_at: Date | null
    console_seen_at: Date | null; version: number; language: 'en' | 'ms'; is_owner: boolean
    counter_password_hash: string | null; counter_seen_at: Date | null; counter_removed_at: Date | null
    is_active: boolean }
  staff_links: { id: number; staff_id: number; created_at: Date; app: 'console' | 'counter' }
  staff_pending_sign_ins: { token_hash: Buffer; staff_id: number; created_at: Date; app: 'console' | 'counter' }
  staff_recovery_codes: { staff_id: number; code_hash: Buffer }
  staff_second_factors: { staff_id: number; secret: Buffer; added_at: Date | null; last_step: number
    bound_to_owner: number | null }
  staff_sessions: { token_hash: Buffer; staff_id: number; created_at: Date; last_used_at: Date
    app: 'console' | 'counter' }
  staff_trusted_devices: { staff_id: number; device_hash: Buffer; last_used_at: Date; app: 'console' | 'counter' }
  staff_unlocks: { id: number; staff_id: number | null; asked_at: Date; opened_at: Date | null
    browser_hash: Buffer | null; app: 'console' | 'counter' }
  stamp_adjustments: { id: number; user_id: number; operator_id: number; stamps: number; reason: string
    created_at: Date; request_id: string | null }
  statement_adjustments: { id: number; merchant_id: number; amount_sen: number; reason: string; operator_id: number
    created_at: Date; late_id: number | null; voucher_event_id: number | null; answers_earlier: boolean }
  statement_lines: { id: number; statement_id: number; voucher_event_id: number | null; adjustment_id: number | null
    amount_sen: number }
  statement_mails: { id: number; statement_id: number; owner_id: number }
  statements: { id: number; merchant_id: number; month: string; total_sen: number; line_count: number; issued_at: Date
    issued_by: number; accepted_at: Date | null; accepted_by: number | null; paid_at: Date | null
    paid_by: number | null; payment_reference: string | null }
  submissions: { id: number; user_id: number; merchant_id: number
    status: 'pending' | 'approved' | 'rejected' | 'withdrawn'; purchase_date: string; amount_sen: number
    invoice_no: string; invoice_key: string; file_sha256: Buffer; original_key: string | null
    picture_key: string | null; thumb_key: string | null; placeholder: string | null; picture_width: number
    picture_height: number; rejection_reason: string | null; admin_notes: string | null; stamps: number
    decided_at: Date | null; created_at: Date; corrects: number | null; escalated: boolean; reopened_at: Date | null
    withdrawn_at: Date | null }
  suspensions: { id: number; user_id: number; operator_id: number; reason: string; created_at: Date
    ended_at: Date | null; ended_by: number | null }
  trusted_devices: { user_id: number; device_hash: Buffer; last_used_at: Date }
  uploaded_pictures: { id: number; storage_key: string; kind: 'logo' | 'cover'; placeholder: string; created_at: Date }
  users: { id: number; name: string; email: string; email_key: string; password_hash: string
    email_verified_at: Date | null; link_nonce: string; pending_email: string | null; avatar_key: string | null
    avatar_placeholder: string | null; is_demo: boolean; created_at: Date; deleted_at: Date | null
    registered_from: string | null; link_mailed_at: Date | null; retired_at: Date | null
    voided_password_hash: string | null; password_voided_at: Date | null; language: 'en' | 'ms' | null
    name_key: string | null }
  voucher_events: { id: number; voucher_id: number
    kind: 'claimed' | 'used' | 'unused' | 'returned' | 'expired' | 'voided' | 'recalled' | 'below_zero'
    way: string | null; operator_id: number | null; reversal_id: number | null; stamps_back: boolean
    created_at: Date; request_id: string | null; phone_id: number | null; cashier_id: number | null
    code_step: number | null; noted_at: Date | null }
  voucher_keys: { voucher_id: number; token_hash: Buffer; key: Buffer; created_at: Date; checked_by: number | null
    checked_at: Date | null; checked_on: number | null }
  voucher_reasons: { event_id: number; reason: string }
  vouchers: { id: number; number: string; reward_id: number; user_id: number; merchant_id: number | null
    title: string; title_ms: string | null; conditions: string; conditions_ms: string | null; stamps: number
    owed_sen: number; claimed_at: Date; last_day: string; expires_at: Date
    state: 'ready' | 'used' | 'returned' | 'expired' | 'voided'; used_at: Date | null; ended_at: Date | null
    idempotency_key: string; reminded_at: Date | null; earlier_settlements: number | null }
  wrong_pins: { phone_id: number; cashier_id: number; tries: number; locked_until: Date | null }
}
