import { buttonClass, Icon, Panel } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { EquityFigures } from './equity-figures.tsx';
import { EquityLoading } from './equity-loading.tsx';

/** `home.equity`: the user's equity against the start of the day. The actions never wait for data. */
export default function EquityPanel() {
  return (
    <section>
      <div className="min-h-48.5">
        <Panel loading={<EquityLoading />}>
          <EquityFigures />
        </Panel>
      </div>
      <EquityActions />
    </section>
  );
}

const ACTIONS = [
  { to: '/pages/fund/select?for=deposit', icon: 'deposit', name: 'wallet.deposit.title', tone: 'primary' },
  { to: '/pages/fund/transfer', icon: 'transfer', name: 'wallet.transfer', tone: 'plain' },
  { to: '/pages/fund/select?for=withdraw', icon: 'withdraw', name: 'wallet.withdraw.title', tone: 'plain' },
] as const;

/** Renders the actions; on a narrow phone labels are below the icons, because beside them most languages do not fit. */
function EquityActions() {
  const text = useText();
  return (
    <nav className="@container mx-gutter mt-2" aria-label={text('wallet.equity.actions')}>
      <div className="grid grid-cols-3 gap-2">
        {ACTIONS.map(({ to, icon, name, tone }) => (
          <Link
            key={to}
            className={`min-h-11 flex-col px-1 @min-[21.5rem]:flex-row @min-[21.5rem]:gap-x-1.5 ${buttonClass({ tone, wide: true })}`}
            to={to}
          >
            <Icon name={icon} size={20} />
            <span className="min-w-0">{text(name)}</span>
          </Link>
        ))}
      </div>
    </nav>
  );
}
