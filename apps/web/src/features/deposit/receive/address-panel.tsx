import { CallRefused } from '@app/client/call';
import { AddressText, CopyText, ErrorPanel, Facts, Note, QrCode, Skeleton, showToast } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { minutesOf } from '../../../data/account/coin-networks.ts';
import { networkName, networkWithStandard } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import { useMoment } from '../../../data/app/use-moment.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import type { Network } from '../networks.ts';
import { AddressActions } from './address-actions.tsx';
import { addressQuery, readKeptAddresses } from './address-query.ts';

/** Shows the user's address on a network, as a code and as text, and what has to be known before sending. */
export function AddressPanel({ network, isCut }: { network: Network; isCut: boolean }) {
  const { address, keptAtMs, error, retry } = useAddress(network, isCut);
  return (
    <>
      {address === undefined && error !== null ? (
        <NoAddress error={error} onRetry={retry} />
      ) : (
        <AddressCode network={network} address={address} />
      )}
      {keptAtMs !== undefined && <KeptSince atMs={keptAtMs} />}
      <Warning network={network} />
      <NetworkFacts network={network} />
    </>
  );
}

/**
 * Returns the address. One that is kept on this device stands in while the server has not answered, and is dated when it
 * cannot be reached; after a refusal none is shown.
 */
function useAddress({ currency, chain }: Network, isCut: boolean) {
  const scope = useSessionScope();
  const isOffline = useConnection(({ isOnline }) => !isOnline);
  const [kept] = useState(() => readKeptAddresses(scope).find((it) => it.currency === currency && it.chain === chain));
  const { data, error, refetch } = useQuery(addressQuery(scope, { currency, chain }));
  const stand = error instanceof CallRefused ? undefined : kept;
  const isOld = data === undefined && stand !== undefined && (isCut || isOffline || error !== null);
  return {
    address: data?.address ?? stand?.address,
    keptAtMs: isOld ? stand.atMs : undefined,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** Keeps its height while the address is loaded. */
function AddressCode({ network, address }: { network: Network; address: string | undefined }) {
  const text = useText();
  const code = useRef<HTMLDivElement>(null);
  const label = text('deposit.qr', { coin: network.currency, network: networkName(network.chain) });
  return (
    <section className="flex flex-col items-center pt-1" aria-busy={address === undefined}>
      <div ref={code} className="[&>svg]:size-55">
        {address === undefined ? (
          <Skeleton className="size-55 rounded-control" />
        ) : (
          <QrCode text={address} label={label} />
        )}
      </div>
      <div className="mt-4 flex min-h-13 w-full items-center justify-center text-center">
        {address === undefined ? <Skeleton className="h-10 w-60" /> : <AddressText address={address} />}
      </div>
      <AddressActions network={network} address={address} code={code} />
    </section>
  );
}

function NoAddress({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = useText();
  return (
    <ErrorPanel
      title={text('deposit.unavailable')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: onRetry }}
    />
  );
}

function KeptSince({ atMs }: { atMs: number }) {
  const text = useText();
  const moment = useMoment();
  return <Note icon="offline">{text('deposit.kept', { time: moment(atMs) })}</Note>;
}

function Warning({ network: { currency, chain } }: { network: Network }) {
  const text = useText();
  return (
    <Note icon="warn" tone="warn">
      <b>{text('deposit.only', { coin: currency, network: networkWithStandard(chain) })}</b> {text('deposit.only.text')}
    </Note>
  );
}

function NetworkFacts({ network }: { network: Network }) {
  const text = useText();
  const { confirmations, contract } = network;
  const facts: (readonly [string, ReactNode])[] = [
    [text('deposit.to'), text('wallet.account.wallet')],
    [text('deposit.needed'), String(confirmations)],
    [text('deposit.time'), text('deposit.minutes', { count: minutesOf(network) })],
  ];
  if (contract !== null) facts.push([text('deposit.contract'), <Contract key="contract" address={contract} />]);
  return <Facts facts={facts} />;
}

function Contract({ address }: { address: string }) {
  const text = useText();
  return (
    <CopyText
      text={address}
      label={text('deposit.contract.copy')}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
