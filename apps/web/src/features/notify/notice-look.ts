import type { NoticeKind } from '@app/domain/notify';
import type { IconName } from '@app/ui';

export const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  new_device: 'globe',
  password: 'lock',
  trade_password: 'key',
  trade_password_set: 'key',
  authenticator: 'shield-check',
  authenticator_locked: 'lock',
  token_reused: 'globe',
  mobile: 'phone',
  passkey_added: 'passkey',
  passkey_removed: 'passkey',
  phrase: 'mail',
  frozen: 'pause',
  unfrozen: 'play',
};

/** Returns whether a notice offers the freeze link; a frozen account does not need it. */
export const mayBeSomebodyElse = (kind: NoticeKind): boolean => kind !== 'frozen';
