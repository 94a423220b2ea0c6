/** Action of the app after showing the message (spec 8): stay, go to login, or go to identity verification. */
export type FollowUp = 'toast' | 'login' | 'verify_identity';

type Entry = {
  readonly status: number;
  /** Type the H5 client switches on: 999 session, 998 identity, everything else is an error. */
  readonly type: 999 | 998 | 'error';
  readonly next: FollowUp;
  /** Placeholders of its text; every language uses exactly these. */
  readonly params?: readonly string[];
};

/**
 * Every refusal the product can return. A code is permanent: clients and support notes quote it, so add a new one
 * rather than rename.
 */
export const REFUSALS = {
  // Session and permissions.
  session_invalid: { status: 401, type: 999, next: 'login' },
  login_required: { status: 401, type: 999, next: 'login' },
  identity_required: { status: 403, type: 998, next: 'verify_identity' },
  not_allowed: { status: 403, type: 'error', next: 'toast' },
  not_found: { status: 404, type: 'error', next: 'toast' },

  // The request itself.
  parameter_error: { status: 400, type: 'error', next: 'toast' },
  body_too_large: { status: 413, type: 'error', next: 'toast' },
  too_many_requests: { status: 429, type: 'error', next: 'toast', params: ['seconds'] },
  idempotency_key_malformed: { status: 400, type: 'error', next: 'toast' },
  idempotency_key_expired: { status: 409, type: 'error', next: 'toast' },
  idempotency_key_reused: { status: 409, type: 'error', next: 'toast' },
  too_late: { status: 409, type: 'error', next: 'toast' },
  result_unknown: { status: 504, type: 'error', next: 'toast' },
  engine_unavailable: { status: 503, type: 'error', next: 'toast' },
  account_busy: { status: 503, type: 'error', next: 'toast' },
  internal: { status: 500, type: 'error', next: 'toast' },

  // Switches.
  maintenance: { status: 503, type: 'error', next: 'toast' },
  feature_unavailable: { status: 403, type: 'error', next: 'toast' },
  country_required: { status: 403, type: 'error', next: 'toast' },
  feature_coming_soon: { status: 501, type: 'error', next: 'toast' },
  setting_invalid: { status: 400, type: 'error', next: 'toast' },
  setting_needs_two_approvers: { status: 409, type: 'error', next: 'toast' },

  // Staff.
  invite_invalid: { status: 404, type: 'error', next: 'toast' },
  change_not_waiting: { status: 409, type: 'error', next: 'toast' },
  change_payload_differs: { status: 409, type: 'error', next: 'toast' },
  change_outdated: { status: 409, type: 'error', next: 'toast' },
  maker_cannot_check: { status: 403, type: 'error', next: 'toast' },
  passkey_required: { status: 403, type: 'error', next: 'toast' },

  // User accounts.
  login_failed: { status: 401, type: 'error', next: 'toast' },
  registration_failed: { status: 409, type: 'error', next: 'toast' },
  account_malformed: { status: 400, type: 'error', next: 'toast' },
  account_type_unknown: { status: 400, type: 'error', next: 'toast' },
  area_code_malformed: { status: 400, type: 'error', next: 'toast' },
  code_malformed: { status: 400, type: 'error', next: 'toast' },
  password_missing: { status: 400, type: 'error', next: 'toast' },
  country_unknown: { status: 400, type: 'error', next: 'toast' },
  invite_code_unknown: { status: 400, type: 'error', next: 'toast' },
  passwords_differ: { status: 400, type: 'error', next: 'toast' },
  password_too_weak: { status: 400, type: 'error', next: 'toast', params: ['minimum'] },
  code_wrong: { status: 409, type: 'error', next: 'toast' },
  code_expired: { status: 409, type: 'error', next: 'toast' },
  google_code_wrong: { status: 409, type: 'error', next: 'toast' },
  risk_not_acknowledged: { status: 400, type: 'error', next: 'toast' },
  google_code_required: { status: 401, type: 'error', next: 'toast' },
  account_frozen: { status: 403, type: 'error', next: 'toast' },
  country_closed: { status: 403, type: 'error', next: 'toast' },
  password_wrong: { status: 409, type: 'error', next: 'toast' },
  account_not_empty: { status: 409, type: 'error', next: 'toast' },
  orders_open: { status: 409, type: 'error', next: 'toast' },
  mobile_in_use: { status: 409, type: 'error', next: 'toast' },
  name_not_allowed: { status: 400, type: 'error', next: 'toast', params: ['minimum', 'maximum'] },

  // Step-up and proof of identity.
  step_up_required: { status: 403, type: 'error', next: 'toast' },
  trade_password_wrong: { status: 409, type: 'error', next: 'toast' },
  trade_password_missing: { status: 409, type: 'error', next: 'toast' },
  trade_password_too_simple: { status: 400, type: 'error', next: 'toast' },
  authenticator_bound: { status: 409, type: 'error', next: 'toast' },
  passkey_failed: { status: 401, type: 'error', next: 'toast' },
  passkey_limit: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },

  // Personal limits.
  personal_limit_reached: { status: 409, type: 'error', next: 'toast', params: ['left'] },
  cooling_off: { status: 409, type: 'error', next: 'toast', params: ['hours'] },

  // Money.
  insufficient_balance: { status: 409, type: 'error', next: 'toast' },
  exceeds_balance: { status: 409, type: 'error', next: 'toast' },
  exceeds_total: { status: 409, type: 'error', next: 'toast' },
  below_minimum: { status: 409, type: 'error', next: 'toast', params: ['minimum'] },
  same_account: { status: 409, type: 'error', next: 'toast' },
  price_wrong: { status: 409, type: 'error', next: 'toast' },
  time_wrong: { status: 409, type: 'error', next: 'toast' },
  market_closed: { status: 409, type: 'error', next: 'toast' },
  order_state_changed: { status: 409, type: 'error', next: 'toast' },
  quote_expired: { status: 409, type: 'error', next: 'toast' },
  inventory_exhausted: { status: 409, type: 'error', next: 'toast' },
  rate_unavailable: { status: 409, type: 'error', next: 'toast' },
  deposit_unavailable: { status: 503, type: 'error', next: 'toast' },
  deposit_known: { status: 409, type: 'error', next: 'toast' },
  deposit_arriving: { status: 409, type: 'error', next: 'toast' },
  claim_limit: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },
  claim_too_often: { status: 429, type: 'error', next: 'toast', params: ['maximum'] },
  real_account_only: { status: 409, type: 'error', next: 'toast' },
  withdrawals_stopped: { status: 503, type: 'error', next: 'toast' },
  withdraw_unavailable: { status: 503, type: 'error', next: 'toast' },
  withdrawals_held: { status: 409, type: 'error', next: 'toast', params: ['hours'] },
  withdraw_limit: { status: 409, type: 'error', next: 'toast', params: ['left'] },
  withdrawal_decided: { status: 409, type: 'error', next: 'toast' },

  // Withdrawal addresses and bank accounts.
  address_has_asterisk: { status: 400, type: 'error', next: 'toast' },
  address_malformed: { status: 400, type: 'error', next: 'toast' },
  address_checksum_wrong: { status: 400, type: 'error', next: 'toast' },
  address_of_other_chain: { status: 400, type: 'error', next: 'toast', params: ['found', 'chosen'] },
  address_of_test_network: { status: 400, type: 'error', next: 'toast' },
  chain_of_other_coin: { status: 400, type: 'error', next: 'toast' },
  address_name_wrong: { status: 400, type: 'error', next: 'toast', params: ['maximum'] },
  address_saved_already: { status: 409, type: 'error', next: 'toast' },
  address_looks_alike: { status: 409, type: 'error', next: 'toast', params: ['name', 'address'] },
  address_limit: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },
  address_waits: { status: 409, type: 'error', next: 'toast', params: ['hours'] },
  bank_missing: { status: 409, type: 'error', next: 'toast' },
  bank_waits: { status: 409, type: 'error', next: 'toast', params: ['hours'] },
  bank_account_wrong: { status: 400, type: 'error', next: 'toast' },
  swift_code_wrong: { status: 400, type: 'error', next: 'toast' },
  aba_number_wrong: { status: 400, type: 'error', next: 'toast' },
  receiver_phone_wrong: { status: 400, type: 'error', next: 'toast' },

  // Identity.
  identity_under_review: { status: 409, type: 'error', next: 'toast' },
  identity_verified_already: { status: 409, type: 'error', next: 'toast' },
  identity_details_wrong: { status: 400, type: 'error', next: 'toast' },
  identity_picture_missing: { status: 400, type: 'error', next: 'toast' },
  identity_country_closed: { status: 403, type: 'error', next: 'toast' },
  identity_too_often: { status: 429, type: 'error', next: 'toast', params: ['maximum'] },
  identity_case_lost: { status: 409, type: 'error', next: 'toast' },

  // Orders.
  price_simulated: { status: 409, type: 'error', next: 'toast' },
  no_live_price: { status: 409, type: 'error', next: 'toast' },
  price_stale: { status: 409, type: 'error', next: 'toast' },
  price_step_wrong: { status: 409, type: 'error', next: 'toast', params: ['step'] },
  limit_price_too_far: { status: 409, type: 'error', next: 'toast', params: ['lowest', 'highest'] },
  amount_step_wrong: { status: 409, type: 'error', next: 'toast', params: ['step'] },
  above_maximum: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },
  too_many_orders: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },
  would_take: { status: 409, type: 'error', next: 'toast' },
  own_order_crossed: { status: 409, type: 'error', next: 'toast' },
  nothing_offered: { status: 409, type: 'error', next: 'toast' },

  // Contracts.
  leverage_too_high: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },
  exposure_exhausted: { status: 409, type: 'error', next: 'toast' },
  trigger_price_wrong: { status: 409, type: 'error', next: 'toast', params: ['price'] },
  too_many_positions: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },
  positions_open: { status: 409, type: 'error', next: 'toast' },

  // Reviews.
  under_review: { status: 409, type: 'error', next: 'toast' },
  audit_failed: { status: 409, type: 'error', next: 'toast' },

  // Loans and lock mining.
  loan_exceeds_balance: { status: 409, type: 'error', next: 'toast' },
  repayment_failed: { status: 409, type: 'error', next: 'toast' },
  early_redemption_penalty: { status: 409, type: 'error', next: 'toast', params: ['penalty'] },

  // Fiat.
  payment_info_hidden: { status: 403, type: 'error', next: 'toast' },

  // NFT.
  not_on_sale: { status: 409, type: 'error', next: 'toast' },
  increase_wrong: { status: 409, type: 'error', next: 'toast', params: ['increase'] },
  deposit_forfeited: { status: 409, type: 'error', next: 'toast' },
  resale_is_final: { status: 409, type: 'error', next: 'toast' },

  // Files and texts.
  too_many_exports: { status: 409, type: 'error', next: 'toast', params: ['maximum'] },
  export_font_missing: { status: 409, type: 'error', next: 'toast' },
  upload_failed: { status: 400, type: 'error', next: 'toast' },
  audio_file_wrong: { status: 400, type: 'error', next: 'toast' },
  text_too_long: { status: 400, type: 'error', next: 'toast', params: ['maximum'] },
} as const satisfies Record<string, Entry>;

export type RefusalCode = keyof typeof REFUSALS;

/** Messages of the app itself, without the server: they have texts like the others and no HTTP status. */
export const APP_MESSAGES = [
  'copy_failed',
  'image_save_failed',
  'page_load_failed',
  'page_load_timeout',
  'cancel_keeps_fees',
] as const;
export type AppMessage = (typeof APP_MESSAGES)[number];
