/** What each one-time code is for; a code made for one purpose works for no other. */
export const CODE_PURPOSES = [
  'register',
  'forget',
  'password',
  'mobile',
  'trade_password',
  'authenticator',
  'passkey',
  'phrase',
  'unfreeze',
  'withdraw',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
