/** Kinds of notice sent to an account owner; each has its text in the app under `notify.kind.<kind>`. */
export const NOTICE_KINDS = [
  'new_device',
  'password',
  'trade_password',
  'trade_password_set',
  'authenticator',
  'authenticator_locked',
  'token_reused',
  'mobile',
  'passkey_added',
  'passkey_removed',
  'phrase',
  'frozen',
  'unfrozen',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
