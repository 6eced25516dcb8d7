-- 022 also copied what had been written about members who had deleted their accounts before.
DELETE FROM settlement_notes n USING spot_check_verdicts v, decisions d, submissions s, users u
WHERE v.id = n.verdict_id AND d.id = v.decision_id AND s.id = d.submission_id AND u.id = s.user_id
  AND u.deleted_at IS NOT NULL;
