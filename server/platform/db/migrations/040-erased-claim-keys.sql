-- The keys of claims are the text of an app. Deleting an account blanks them; this blanks those of accounts that were deleted before.
UPDATE vouchers v SET idempotency_key = 'voucher ' || v.id FROM users u WHERE u.id = v.user_id AND u.deleted_at IS NOT NULL;
