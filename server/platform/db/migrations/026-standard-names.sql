-- Renames tables and columns to the words of docs/glossary.md. The previous release cannot work beside this one: stop it first.

ALTER TABLE device_marks RENAME TO trusted_devices;
ALTER TABLE trusted_devices RENAME COLUMN mark_hash TO device_hash;
ALTER INDEX device_marks_pkey RENAME TO trusted_devices_pkey;
ALTER TABLE operator_device_marks RENAME TO operator_trusted_devices;
ALTER TABLE operator_trusted_devices RENAME COLUMN mark_hash TO device_hash;
ALTER INDEX operator_device_marks_pkey RENAME TO operator_trusted_devices_pkey;

ALTER TABLE deleted_account_marks RENAME TO deleted_accounts;
ALTER INDEX deleted_account_marks_pkey RENAME TO deleted_accounts_pkey;
ALTER INDEX deleted_account_marks_age RENAME TO deleted_accounts_age;

ALTER TABLE submissions RENAME COLUMN handed_on TO escalated;

ALTER TABLE corrections RENAME TO fact_corrections;
ALTER INDEX corrections_pkey RENAME TO fact_corrections_pkey;
ALTER INDEX corrections_submission RENAME TO fact_corrections_submission;
ALTER TRIGGER corrections_append_only ON fact_corrections RENAME TO fact_corrections_append_only;

ALTER TABLE stamp_corrections RENAME TO stamp_adjustments;
ALTER INDEX stamp_corrections_pkey RENAME TO stamp_adjustments_pkey;
ALTER INDEX stamp_corrections_user RENAME TO stamp_adjustments_user;
ALTER TRIGGER stamp_corrections_append_only ON stamp_adjustments RENAME TO stamp_adjustments_append_only;
ALTER TABLE ledger_entries RENAME COLUMN stamp_correction_id TO stamp_adjustment_id;

ALTER TABLE mail_failures RENAME TO failed_mails;
ALTER TABLE failed_mails RENAME COLUMN refusal TO reason;
ALTER INDEX mail_failures_pkey RENAME TO failed_mails_pkey;
ALTER INDEX mail_failures_latest RENAME TO failed_mails_latest;

ALTER TABLE readings RENAME TO receipt_ocr;
ALTER TABLE receipt_ocr RENAME COLUMN reader TO ocr_version;
ALTER TABLE receipt_ocr RENAME COLUMN reading TO result;
ALTER TABLE receipt_ocr RENAME COLUMN fits TO matches;
ALTER INDEX readings_pkey RENAME TO receipt_ocr_pkey;
ALTER INDEX readings_numbered RENAME TO receipt_ocr_numbered;

ALTER TABLE reading_numbers RENAME TO receipt_numbers;
ALTER INDEX reading_numbers_pkey RENAME TO receipt_numbers_pkey;
ALTER INDEX reading_numbers_submission RENAME TO receipt_numbers_submission;
ALTER INDEX reading_numbers_anywhere RENAME TO receipt_numbers_anywhere;

ALTER TABLE reading_twins RENAME TO receipt_duplicates;
ALTER TABLE receipt_duplicates RENAME COLUMN twin_id TO duplicate_id;
ALTER INDEX reading_twins_pkey RENAME TO receipt_duplicates_pkey;
ALTER INDEX reading_twins_other RENAME TO receipt_duplicates_other;

ALTER TABLE readings_ahead RENAME TO ocr_previews;
ALTER TABLE ocr_previews RENAME COLUMN reader TO ocr_version;
ALTER TABLE ocr_previews RENAME COLUMN reading TO result;
ALTER INDEX readings_ahead_pkey RENAME TO ocr_previews_pkey;
ALTER INDEX readings_ahead_age RENAME TO ocr_previews_age;
