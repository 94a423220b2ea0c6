import { buttonClass, Empty, Page, Panel } from '@app/ui';
import { Link, useSearchParams } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { beginMarkets, useMarkets } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { Guide } from '../guide/guide-view.tsx';
import { SpotBar } from './spot-bar.tsx';
import { SpotDesk } from './spot-desk.tsx';
import { SpotLoading } from './spot-loading.tsx';
import { spotMarket } from './spot-market.ts';
import { SpotPhone } from './spot-phone.tsx';

beginMarkets(); // In parallel with library loading, before the first render.

/** /pages/transaction/currency?symbol=BTC/USDT&side=buy */
export default function SpotScreen() {
  return (
    <Page bar={<SpotBar />}>
      <Panel loading={<SpotLoading />}>
        <Content />
      </Panel>
    </Page>
  );
}

function Content() {
  const [fields] = useSearchParams();
  const market = spotMarket(useMarkets(), fields.get('symbol'));
  const scope = useSessionScope(); // Form state must not carry over between `real` and `demo`.
  const Shown = useIsWide() ? SpotDesk : SpotPhone;
  if (market === undefined) return <NoMarket wanted={fields.get('symbol')} />;
  return (
    <>
      <Shown key={`${scope} ${market.symbol}`} market={market} />
      <Guide market={market} />
    </>
  );
}

/** Links an unknown market to the default spot market, and an empty list to the markets page. */
function NoMarket({ wanted }: { wanted: string | null }) {
  const text = useText();
  const why = wanted === null ? 'none' : 'unknown';
  const action = (
    <Link
      className={buttonClass({ size: 'small' })}
      to={wanted === null ? MARKET_PATH : '/pages/transaction/currency'}
      replace={wanted !== null}
    >
      {text(`spot.${why}.action`)}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text(`spot.${why}.title`, { symbol: wanted ?? '' })}
        text={text(`spot.${why}.text`)}
        action={action}
      />
    </div>
  );
}
