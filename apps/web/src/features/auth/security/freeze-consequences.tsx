import { Icon, type IconName } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

/** Consequences of freezing, shown before the user confirms. */
export function FreezeConsequences() {
  const text = useText();
  const lines: readonly (readonly [IconName, string])[] = [
    ['logout', text('auth.freeze.sessions')],
    ['lock', text('auth.freeze.nobody')],
    ['assets', text('auth.freeze.money')],
    ['key', text('auth.freeze.lift')],
  ];
  return (
    <ul className="flex flex-col gap-4">
      {lines.map(([icon, message]) => (
        <li key={icon} className="flex gap-3 text-body text-pretty">
          <span className="text-ink-3">
            <Icon name={icon} />
          </span>
          {message}
        </li>
      ))}
    </ul>
  );
}
