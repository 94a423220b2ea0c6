import { NavBar, Page, Panel } from '@app/ui';
import { useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { NewestTick } from '../price/newest-tick.tsx';
import { TickCheck } from '../price/tick-check.tsx';
import { ReceiptCheck } from '../receipt/receipt-check.tsx';
import { CheckLoading } from './check-loading.tsx';
import { NoSuchMarket } from './no-evidence.tsx';
import { readAddress, type Wanted } from './read-address.ts';
import { ShareCheck } from './share-check.tsx';
import { WhatToCheck } from './what-to-check.tsx';

/** /pages/plus/verify?symbol=BTC/USDT&seq=123 for a price, ?id=123 for a trade with the house. */
export default function VerifyScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const wanted = readAddress(address);
  const isTrade = wanted.kind === 'receipt' || wanted.kind === 'unreadable_receipt';
  const share = wanted.kind === 'tick' || wanted.kind === 'receipt' ? <ShareCheck /> : undefined;
  const title = text(isTrade ? 'proof.receipt.title' : 'proof.title');
  return (
    <Page bar={<NavBar title={title} back={{ label: text('system.back'), go: useBack() }} end={share} />}>
      <Panel loading={<CheckLoading />}>
        <Check wanted={wanted} />
      </Panel>
    </Page>
  );
}

/** Takes the market's number from the market list, never from the response to be checked. */
function Check({ wanted }: { wanted: Wanted }) {
  const markets = useMarkets();
  if (wanted.kind === 'receipt') return <ReceiptCheck key={wanted.id} id={wanted.id} markets={markets} />;
  if (wanted.kind !== 'newest' && wanted.kind !== 'tick') return <WhatToCheck {...{ markets, wanted }} />;
  const market = markets.find(({ symbol }) => symbol === wanted.symbol);
  if (market === undefined) return <NoSuchMarket />;
  if (wanted.kind === 'newest') return <NewestTick key={wanted.symbol} symbol={wanted.symbol} />;
  return <TickCheck key={`${wanted.symbol} ${wanted.seq}`} market={market} seq={wanted.seq} />;
}
