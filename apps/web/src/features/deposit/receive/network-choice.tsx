import { useId } from 'react';
import { minutesOf } from '../../../data/account/coin-networks.ts';
import { networkName } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import type { Network } from '../networks.ts';

type Props = { networks: readonly Network[]; chosen: Network | undefined; onChoose: (chain: string) => void };

/** Renders a coin's networks as cards: how long each takes, or why it is closed. */
export function NetworkChoice({ networks, chosen, onChoose }: Props) {
  const text = useText();
  const name = useId();
  return (
    <fieldset>
      <legend className="lbl w-full">
        <span>{text('deposit.network')}</span>
        <span className="text-ink-3">{text('deposit.network.fee')}</span>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2">
        {networks.map((network) => (
          <label key={network.chain} className={`radios__i gap-2.5 px-3 ${network.is_open ? '' : 'radios__i--off'}`}>
            <input
              type="radio"
              className="radio"
              name={name}
              disabled={!network.is_open}
              checked={network.chain === chosen?.chain}
              onChange={() => onChoose(network.chain)}
            />
            <NetworkFace network={network} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function NetworkFace({ network }: { network: Network }) {
  const text = useText();
  const { chain, confirmations, closed_because: closed } = network;
  return (
    <span className="min-w-0 grow">
      <span className="font-semibold">{chain}</span>
      {closed === null ? (
        <>
          <span className="row__why">
            {networkName(chain)} · {text('deposit.minutes.short', { count: minutesOf(network) })}
          </span>
          <span className="row__why">{text('deposit.confirmations', { count: confirmations })}</span>
        </>
      ) : (
        <>
          <span className="row__why">{networkName(chain)}</span>
          <span className="row__why">{text(`deposit.closed.${closed}`)}</span>
        </>
      )}
    </span>
  );
}
