import { STAFF_ROLES, type StaffRole } from '@app/domain/staff';
import { sayValue, useSay } from '../../data/texts.ts';

type Props = { roles: readonly StaffRole[]; onChange: (roles: readonly StaffRole[]) => void };

/** Renders the choice of roles: each may do as little as its work needs. */
export function RoleChecks({ roles, onChange }: Props) {
  const say = useSay();
  const toggle = (role: StaffRole, isOn: boolean) =>
    onChange(STAFF_ROLES.filter((it) => (it === role ? isOn : roles.includes(it))));
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="d-label pb-2">{say('account.roles')}</legend>
      {STAFF_ROLES.map((role) => (
        <label key={role} className="flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={(event) => toggle(role, event.target.checked)}
          />
          {sayValue(say, 'role', role)}
        </label>
      ))}
    </fieldset>
  );
}
