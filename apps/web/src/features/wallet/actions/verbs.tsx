import { Icon } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MoneyAction } from './money-actions.ts';

/** Renders actions as round buttons with a label below; the first is the primary one. */
export function Verbs({ actions }: { actions: readonly MoneyAction[] }) {
  const text = useText();
  if (actions.length === 0) return null;
  return (
    <nav className="flex flex-wrap justify-around gap-1 px-gutter" aria-label={text('wallet.equity.actions')}>
      {actions.map(({ name, icon, label, path = '' }, index) => (
        <Link
          key={name}
          className="flex min-w-16 flex-1 flex-col items-center gap-1.5 rounded-control py-1 text-center text-label"
          to={path}
        >
          <span
            className={`grid size-12 place-items-center rounded-full ${index === 0 ? 'bg-brand text-on-brand' : 'bg-s2 text-ink'}`}
          >
            <Icon name={icon} />
          </span>
          {text(label)}
        </Link>
      ))}
    </nav>
  );
}
