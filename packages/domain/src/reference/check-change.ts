import { type Decision, ok, refuse } from '@app/base';

export type SettingChange = {
  readonly key: string;
  readonly value: unknown;
  readonly setBy: string;
  readonly approvedBy: readonly string[];
};

type ChangeRefusal = 'setting_needs_two_approvers';

/**
 * Checks a setting change. Switching something off is always allowed and needs no approval, so an alarm can do it.
 * Everything else, switching it on again included, needs two approvers besides the requester (maker is not checker).
 */
export function checkChange(change: SettingChange): Decision<SettingChange, ChangeRefusal> {
  if (change.key.startsWith('switch.') && change.value === false) return ok(change);
  const approvers = new Set(change.approvedBy.filter((name) => name !== change.setBy));
  return approvers.size >= 2 ? ok(change) : refuse('setting_needs_two_approvers');
}
