import { shortAddress } from '@app/base';
import { buttonClass, Delayed, ErrorPanel, Skeleton, Tag } from '@app/ui';
import { useId } from 'react';
import { Link } from 'react-router';
import { networkName } from '../../../data/account/network-name.ts';
import { leftText } from '../../../data/account/wait-text.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import type { Network, SavedAddress } from '../withdrawals-query.ts';
import type { LadderProps } from './ladder.tsx';
import { refusalOf } from './withdraw-form.ts';

const ADD_PATH = '/pages/setting/addWallet';

type Props = Pick<LadderProps, 'addresses' | 'nowMs'> & {
  network: Network;
  chosen: SavedAddress | undefined;
  onChoose: (id: bigint) => void;
};

/** The saved addresses of a coin. Those of another network, and those that still wait, cannot be chosen. */
export function AddressChoice({ network, addresses, chosen, onChoose, nowMs }: Props) {
  const text = useText();
  const name = useId();
  const { data, error, refetch } = addresses;
  if (data === undefined && error !== null)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  if (data === undefined)
    return (
      <Delayed>
        <Skeleton className="h-16 rounded-control" />
      </Delayed>
    );
  const usableFirst = data.toSorted(
    (a, b) => Number(refusalOf(a, network, nowMs) !== undefined) - Number(refusalOf(b, network, nowMs) !== undefined),
  );
  const hasUsable = data.some((it) => refusalOf(it, network, nowMs) === undefined);
  return (
    <fieldset className="radios" aria-label={text('withdrawal.step.address')}>
      {data.length === 0 && (
        <p className="text-label text-ink-3">{text('withdrawal.address.none', { coin: network.currency })}</p>
      )}
      {usableFirst.map((address) => (
        <AddressOption
          key={String(address.id)}
          name={name}
          address={address}
          network={network}
          isChosen={address.id === chosen?.id}
          onChoose={() => onChoose(address.id)}
          nowMs={nowMs}
        />
      ))}
      {!hasUsable && (
        <Link className={buttonClass({ wide: true })} to={ADD_PATH}>
          {text('payee.add')}
        </Link>
      )}
    </fieldset>
  );
}

type OptionProps = {
  name: string;
  address: SavedAddress;
  network: Network;
  isChosen: boolean;
  onChoose: () => void;
  nowMs: number;
};

function AddressOption({ name, address, network, isChosen, onChoose, nowMs }: OptionProps) {
  const text = useText();
  const refusal = refusalOf(address, network, nowMs);
  const isOther = refusal === 'other_network';
  const leftMs = address.usable_at - nowMs;
  return (
    <label className={`radios__i gap-2.5 px-3 ${refusal === undefined ? '' : 'radios__i--off'}`}>
      <input
        type="radio"
        className="radio"
        name={name}
        disabled={refusal !== undefined}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{address.name}</span>
        <span className="row__why ident">
          {isOther
            ? text('withdrawal.address.other', { network: networkName(address.chain) })
            : shortAddress(address.address)}
        </span>
      </span>
      {leftMs > 0 ? (
        <Tag tone="warn" icon="clock">
          <span className="sr-only">{text('payee.usable_in', { time: leftText(leftMs, text) })}</span>
          <span aria-hidden="true">{leftText(leftMs, text)}</span>
        </Tag>
      ) : (
        <Tag>{address.chain}</Tag>
      )}
    </label>
  );
}
