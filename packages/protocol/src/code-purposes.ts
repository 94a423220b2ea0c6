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

/** Those a visitor has a code for. The others prove a person in a session, where every guess is counted for that person. */
export const VISITOR_PURPOSES = ['register', 'forget', 'unfreeze'] as const satisfies readonly CodePurpose[];
export type VisitorPurpose = (typeof VISITOR_PURPOSES)[number];
