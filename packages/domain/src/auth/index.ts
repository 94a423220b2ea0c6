export { type Account, type Channel, canonicalAccount } from './account.ts';
export { type AddressKey, addressKey } from './address-key.ts';
export { type AttemptLimit, type Counted, checkAttempts } from './attempts.ts';
export { checkCode, type StoredCode } from './check-code.ts';
export { checkPassword, type NewPassword } from './check-password.ts';
export { formatCode, INVITE_LENGTH, INVITE_LETTERS, invitationOf, nicknameOf } from './names.ts';
export { postDemoGrant } from './postings.ts';
export * as authSettings from './settings.ts';
