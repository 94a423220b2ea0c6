import { buttonClass, FrameName, Icon, NavBar } from '@app/ui';
import { useContext } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useMarketsSoFar } from '../../../data/market/markets.ts';
import { spotMarket } from '../trade/spot-market.ts';
import { sideOf } from './lite-form.ts';

/** Shows the traded market and links to the page with the order book. */
export function LiteBar() {
  const text = useText();
  const title = text('spot.lite.title');
  const back = { label: text('system.back'), go: useBack() };
  return <NavBar back={back} title={<Pair fallback={title} />} end={<ToPro />} />;
}

/** Returns the market named in the address, or the first; undefined until markets have loaded. */
function useBarMarket() {
  const [fields] = useSearchParams();
  return spotMarket(useMarketsSoFar(), fields.get('symbol'));
}

function Pair({ fallback }: { fallback: string }) {
  const navigate = useNavigate();
  const name = useContext(FrameName);
  const [fields] = useSearchParams();
  const market = useBarMarket();
  const side = sideOf(fields.get('side'));
  const go = (symbol: string) => void navigate(`?${new URLSearchParams({ symbol, side })}`, { replace: true });
  if (market === undefined) return <h1 className="nav__title">{fallback}</h1>;
  return (
    <h1>
      <title>{`${fallback} · ${market.symbol} · ${name ?? ''}`}</title>
      <Slot name="market.pair" symbol={market.symbol} product="spot" onChoose={go} loading={market.symbol} />
    </h1>
  );
}

function ToPro() {
  const text = useText();
  const [fields] = useSearchParams();
  const market = useBarMarket();
  if (market === undefined) return null;
  const same = new URLSearchParams({ symbol: market.symbol, side: sideOf(fields.get('side')) });
  return (
    <Link
      className={buttonClass({ tone: 'ghost', size: 'small' })}
      to={`/pages/transaction/currency?${same}`}
      replace
      aria-label={text('spot.lite.pro.go')}
    >
      <span className="btn__words">
        <Icon name="convert" size={16} />
        {text('spot.lite.pro')}
      </span>
    </Link>
  );
}
