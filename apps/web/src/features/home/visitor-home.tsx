import { buttonClass } from '@app/ui';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { Slot } from '../../data/app/slots.tsx';
import { useText } from '../../data/app/texts.ts';
import { Movers } from './movers.tsx';
import { useDemoIntent } from './use-demo-intent.ts';

/** The first view needs only its texts. */
export function VisitorHome() {
  const text = useText();
  return (
    <div className="@3xl:grid @3xl:grid-cols-2 @3xl:items-start @3xl:gap-x-6">
      <div>
        <section className="px-gutter pt-5">
          <h2 className="max-w-80 text-[32px]/[38px] font-semibold tracking-[-0.028em] text-balance">
            {text('home.title')}
          </h2>
          <p className="mt-3 text-pretty text-ink-2">{text('home.text')}</p>
        </section>
        <div className="mt-3 min-h-26">
          <Slot name="home.curve" symbol="BTC/USDT" loading={<div className="h-26" />} />
        </div>
        <EntryLinks />
      </div>
      <div className="mt-4 @3xl:mt-2">
        <Movers />
      </div>
    </div>
  );
}

function EntryLinks() {
  const text = useText();
  const { request, forget } = useDemoIntent();
  const onArrival = useEffectEvent(forget); // A return here means it was abandoned.
  useEffect(() => onArrival(), []);
  return (
    <div className="mt-3 flex flex-col gap-3 px-gutter">
      <Link className={buttonClass({ tone: 'primary', wide: true })} to="/pages/common/register" onClick={request}>
        {text('home.start_demo')}
      </Link>
      <div className="grid grid-cols-2 gap-3">
        <Link className={buttonClass({ wide: true })} to="/pages/common/register">
          {text('home.sign_up')}
        </Link>
        <Link className={buttonClass({ wide: true })} to="/pages/common/login">
          {text('home.log_in')}
        </Link>
      </div>
      <p className="text-center text-label text-balance text-ink-3">{text('home.demo')}</p>
    </div>
  );
}
