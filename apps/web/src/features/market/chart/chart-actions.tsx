import { buttonClass, Icon } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';
import type { ChartMode } from './chart-product.ts';

const SIDES = {
  spot: { path: '/pages/transaction/currency', up: ['buy', 'market.chart.buy'], down: ['sell', 'market.chart.sell'] },
  contract: {
    path: '/pages/transaction/contract',
    up: ['long', 'market.chart.long'],
    down: ['short', 'market.chart.short'],
  },
} as const;

/** Links from chart to trading; shows a visitor the login button instead. */
export function ChartActions({ symbol, mode }: { symbol: string; mode: ChartMode }) {
  const text = useText();
  const { pathname, search } = useLocation();
  if (isVisitor(useSessionScope()))
    return (
      <footer className="actions">
        <Link
          className={buttonClass({ tone: 'primary', size: 'large', wide: true })}
          to={loginWithReturn(`${pathname}${search}`)}
        >
          {text('market.chart.login')}
        </Link>
      </footer>
    );
  return (
    <footer className="actions">
      <div className="grid grid-cols-2 gap-3">
        <Side {...{ symbol, mode }} tone="up" />
        <Side {...{ symbol, mode }} tone="down" />
      </div>
    </footer>
  );
}

function Side({ symbol, mode, tone }: { symbol: string; mode: ChartMode; tone: 'up' | 'down' }) {
  const text = useText();
  const { path } = SIDES[mode];
  const [side, label] = SIDES[mode][tone];
  return (
    <Link
      className={`gap-1.5 ${buttonClass({ tone, size: 'large' })}`}
      to={`${path}?${new URLSearchParams({ symbol, side })}`}
    >
      {text(label)}
      {mode === 'contract' && <Icon name={tone === 'up' ? 'arrow-up' : 'arrow-down'} size={16} />}
    </Link>
  );
}
