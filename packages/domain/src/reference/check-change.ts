import { type Decision, ok, refuse } from '@app/base';

export type SettingChange = {
  readonly key: string;
  readonly value: unknown;
  readonly setBy: string;
  readonly approvedBy: readonly string[];
};

type ChangeRefusal = 'setting_needs_two_approvers';

/**
 * Stopping something is always allowed and needs nobody's leave, so an alarm can do it.
 * Everything else, turning it on again included, needs two people besides the one who asks (maker is not checker).
 */
export function checkChange(change: SettingChange): Decision<SettingChange, ChangeRefusal> {
  if (change.key.startsWith('switch.') && change.value === false) return ok(change);
  const approvers = new Set(change.approvedBy.filter((name) => name !== change.setBy));
  return approvers.size >= 2 ? ok(change) : refuse('setting_needs_two_approvers');
}
