import { buttonClass, Icon } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useSession } from '../../../data/session/session.ts';
import { LeaveDemo } from './leave-demo.tsx';

/** Lists only actions whose screens exist today. */
export function Actions() {
  const text = useText();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  return (
    <div className={`mt-4 grid gap-3 px-gutter ${isDemo ? 'grid-cols-2' : ''}`}>
      <Link className={`gap-2 ${buttonClass({ tone: 'primary', wide: true })}`} to="/pages/fund/transfer">
        <Icon name="transfer" size={20} />
        {text('wallet.transfer')}
      </Link>
      {isDemo && <LeaveDemo />}
    </div>
  );
}
