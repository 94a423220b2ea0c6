import { Button, buttonClass, Icon, showToast } from '@app/ui';
import { Link } from 'react-router';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import { type MoneyAction, moneyActions } from './money-actions.ts';

const COLUMNS = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' } as const;

/** Renders the actions; on a narrow phone labels are below the icons, because beside them most languages do not fit. */
export function MoneyActionsRow() {
  const text = useText();
  const mode = useSession(({ user }) => user?.book ?? 'real');
  const isOpen = useIsOpen();
  const actions = moneyActions(mode, isOpen);
  const columns = COLUMNS[actions.length as keyof typeof COLUMNS] ?? COLUMNS[3]; // At most three.
  return (
    <nav className="@container mx-gutter" aria-label={text('wallet.equity.actions')}>
      <div className={`grid gap-2 ${columns}`}>
        {actions.map((action) => (
          <Act key={action.name} action={action} tone={action === actions[0] ? 'primary' : 'plain'} />
        ))}
      </div>
    </nav>
  );
}

const FACE = 'min-h-11 flex-col px-1 @min-[21.5rem]:flex-row @min-[21.5rem]:gap-x-1.5';

function Act({ action: { icon, label, path }, tone }: { action: MoneyAction; tone: 'primary' | 'plain' }) {
  const text = useText();
  const face = (
    <>
      <Icon name={icon} size={20} />
      <span className="min-w-0">{text(label)}</span>
    </>
  );
  if (path === undefined) return <OpenDemo tone={tone}>{face}</OpenDemo>;
  return (
    <Link className={`${FACE} ${buttonClass({ tone, wide: true })}`} to={path}>
      {face}
    </Link>
  );
}

function OpenDemo({ tone, children }: { tone: 'primary' | 'plain'; children: React.ReactNode }) {
  const text = useText();
  const { mutate, isPending } = useChangeMode();
  const open = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  return (
    <Button className={FACE} tone={tone} wide busy={isPending} onClick={open}>
      {children}
    </Button>
  );
}
