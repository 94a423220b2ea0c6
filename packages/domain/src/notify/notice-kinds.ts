/** Categories of notices: the tabs of the page. */
export const NOTICE_CATEGORIES = ['trade', 'money', 'security'] as const;
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number];

/** Kinds of notice sent to an account owner, with their category; each has its text in the app under `notify.kind.<kind>`. */
const CATEGORY_OF_KIND = {
  order_filled: 'trade',
  order_cancelled: 'trade',
  orders_many: 'trade',
  position_liquidated: 'trade',
  position_stopped: 'trade',
  position_profit: 'trade',
  position_delivered: 'trade',
  bet_void: 'trade',
  transfer: 'money',
  deposit_credited: 'money',
  deposit_reversed: 'money',
  claim_credited: 'money',
  claim_refused: 'money',
  withdrawal_confirmed: 'money',
  withdrawal_returned: 'money',
  payout_requested: 'money',
  payout_paid: 'money',
  payout_returned: 'money',
  demo_opened: 'money',
  demo_reset: 'money',
  export_ready: 'money',
  new_device: 'security',
  password: 'security',
  trade_password: 'security',
  trade_password_set: 'security',
  authenticator: 'security',
  authenticator_locked: 'security',
  token_reused: 'security',
  mobile: 'security',
  passkey_added: 'security',
  passkey_removed: 'security',
  phrase: 'security',
  address_added: 'security',
  address_changed: 'security',
  address_renamed: 'security',
  address_removed: 'security',
  bank_saved: 'security',
  frozen: 'security',
  unfrozen: 'security',
  second_factor_removed: 'security',
  closing: 'security',
  closing_cancelled: 'security',
  closing_failed: 'security',
  identity_approved: 'security',
  identity_rejected: 'security',
  identity_expired: 'security',
} as const satisfies Readonly<Record<string, NoticeCategory>>;

export type NoticeKind = keyof typeof CATEGORY_OF_KIND;

export const NOTICE_KINDS = Object.keys(CATEGORY_OF_KIND) as readonly NoticeKind[]; // All of its keys.

/** Returns the category under which a kind of notice is listed. */
export const categoryOf = (kind: NoticeKind): NoticeCategory => CATEGORY_OF_KIND[kind];
