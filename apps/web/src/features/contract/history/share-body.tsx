import { isPosition, type OpenDeal } from '@app/client/contract';
import { ShareActions, SharePicture, Sheet, Skeleton, SwitchRow } from '@app/ui';
import { useRef, useState } from 'react';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { saveAs } from '../../../data/call/download.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { dayOf, ownZone } from '../../../lib/zoned-days.ts';
import { useContractNow, useFigures } from '../position/use-position.ts';
import { useContractMode } from '../terms/rules-query.ts';
import { figuresOfDeal } from './deal-figures.ts';
import { usePrecision } from './deal-texts.ts';
import type { SharedDeal, ShareProps } from './share-card.tsx';
import { type ShownResult, shareCardOf } from './share-content.ts';

/** The sheet with the picture and what can be done with it. */
export function SharePictureSheet({ deal, isOpen, close }: ShareProps) {
  const text = useText();
  return (
    <Sheet open={isOpen} onClose={close} title={text('deals.share')} closeLabel={text('system.close')}>
      {isOpen && <Picture deal={deal} />}
    </Sheet>
  );
}

/** Shows the picture of a deal: of a position at the price when the sheet was opened, of an ended one at its exit. */
function Picture({ deal }: { deal: SharedDeal }) {
  if (isPosition(deal)) return <OfPosition deal={deal} />;
  return 'settlements' in deal ? <OfEnded deal={deal} /> : null;
}

/** A picture does not change while it is looked at: the first figures that are known stay. */
function OfPosition({ deal }: { deal: OpenDeal }) {
  const figures = useFigures(deal);
  const now = useContractNow(deal.symbol);
  const [shown, setShown] = useState<ShownResult>();
  if (shown === undefined && figures !== undefined && now !== undefined)
    setShown({
      kind: 'open',
      share: figures.returnOnMargin,
      amount: figures.result,
      price: now.index,
      at: serverNow(),
    });
  return shown === undefined ? <Skeleton className="h-96 rounded-card" /> : <Shared deal={deal} result={shown} />;
}

function OfEnded({ deal }: { deal: EndedDeal }) {
  const { returned, net, exit } = figuresOfDeal(deal);
  return (
    <Shared
      deal={deal}
      result={{ kind: 'ended', share: returned, amount: net, price: exit, at: deal.closed ?? deal.created }}
    />
  );
}

function Shared({ deal, result }: { deal: SharedDeal; result: ShownResult }) {
  const text = useText();
  const locale = useLocale();
  const [hasAmount, setHasAmount] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const precision = usePrecision()(deal.symbol);
  const isDemo = useContractMode() === 'demo';
  const day = dayOf(result.at, ownZone());
  const card = shareCardOf(deal, result, { hasAmount, precision, isDemo, day, locale, text });
  return (
    <>
      <SharePicture card={card} canvas={canvas} />
      <SwitchRow label={text('deals.share.amounts')} checked={hasAmount} onChange={setHasAmount} />
      <ShareActions
        canvas={canvas}
        name={`tidemark-${deal.symbol.replace('/', '-')}-${deal.id}.png`}
        saveAs={saveAs}
        labels={{
          save: text('deals.share.save'),
          send: text('deals.share'),
          saved: text('deals.share.saved'),
          failed: text('deals.share.failed'),
        }}
      />
    </>
  );
}
