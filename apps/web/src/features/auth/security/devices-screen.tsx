import { deviceName } from '@app/domain/auth';
import type { Output } from '@app/protocol';
import { listSessions, revokeOtherSessions, revokeSession } from '@app/protocol/auth';
import { Button, Delayed, ErrorPanel, Icon, NavBar, Note, Page, SkeletonRows, showToast, Tag } from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { ConfirmSheet } from '../form/confirm-sheet.tsx';
import { refreshSecurity } from './security.ts';
import { timeAgo } from './time-ago.ts';
import { SECURITY_PATH } from './with-security.tsx';

/** /pages/plus/devices */
export default function DevicesScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const { data, error, refetch } = useDevices();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  const isAlone = data?.list.every(({ is_current }) => is_current) ?? true;
  return (
    <Page bar={<NavBar title={text('security.devices')} back={back} />} {...(!isAlone && { foot: <EndOthers /> })}>
      {data === undefined && error === null && (
        <Delayed>
          <SkeletonRows count={3} />
        </Delayed>
      )}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && <DeviceList list={data.list} isAlone={isAlone} />}
    </Page>
  );
}

/** Ends every session but this one. */
function EndOthers() {
  const text = useText();
  const sheet = useSheet('end-others');
  const ending = useEndOthers();
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: ({ ended }) => {
        sheet.close();
        showToast(text('security.devices.ended', { count: ended }), 'ok');
      },
    });
  return (
    <>
      <Button tone="danger" size="large" wide onClick={sheet.open}>
        {text('security.devices.others')}
      </Button>
      <ConfirmSheet
        sheet={sheet}
        title={text('security.devices.others')}
        about={text('security.devices.others.text')}
        keep={text('security.devices.keep')}
        act={text('security.devices.end')}
        pending={ending}
        go={end}
      />
    </>
  );
}

type Props = { list: readonly Device[]; isAlone: boolean };

/** Sessions of the account, with a button to end each except the current one. */
function DeviceList({ list, isAlone }: Props) {
  const text = useText();
  const sheet = useSheet('end-device');
  const [selected, setSelected] = useState<Device>();
  const ending = useEndDevice();
  const end = () =>
    selected !== undefined &&
    ending.mutate(selected.id, {
      onSuccess: () => {
        sheet.close();
        showToast(text('security.devices.ended', { count: 1 }), 'ok');
      },
    });
  const select = (device: Device) => {
    ending.reset();
    setSelected(device);
    sheet.open();
  };
  return (
    <>
      <ul>
        {list.map((device) => (
          <DeviceRow key={String(device.id)} device={device} onEnd={() => select(device)} />
        ))}
      </ul>
      <div className="px-gutter py-4">
        <Note icon={isAlone ? 'shield-check' : 'info'}>
          {text(isAlone ? 'security.devices.alone' : 'security.devices.strange')}
        </Note>
      </div>
      <ConfirmSheet
        sheet={sheet}
        title={text('security.devices.end.ask')}
        about={text('security.devices.end.text', { device: useNameOf(selected) })}
        keep={text('security.devices.keep')}
        act={text('security.devices.end')}
        pending={ending}
        go={end}
      />
    </>
  );
}

function useNameOf(device: Device | undefined): string {
  const text = useText();
  return deviceName(device?.user_agent ?? '') || text('security.devices.unknown');
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const text = useText();
  const locale = useLocale();
  const seen = timeAgo(device.last_seen_at, serverNow(), locale);
  const isPhone = /Mobile|Android|iPhone/.test(device.user_agent);
  return (
    <li className="row py-2">
      <span className="text-ink-3">
        <Icon name={isPhone ? 'phone' : 'globe'} />
      </span>
      <div className="row__main">
        <div className="row__t flex-wrap">
          {useNameOf(device)}
          {device.is_current && <Tag tone="ok">{text('security.devices.current')}</Tag>}
        </div>
        <div className="row__s break-words">
          <span className="inline-block">{text('security.devices.seen', { time: seen })} ·</span>{' '}
          <span className="inline-block max-w-full break-all">{device.ip}</span>
        </div>
      </div>
      {!device.is_current && (
        <Button size="small" onClick={onEnd}>
          {text('security.devices.end')}
        </Button>
      )}
    </li>
  );
}

type Device = Output<typeof listSessions>['list'][number];

const DEVICES = ['auth', 'devices'] as const;

/** Lists the sessions of the account; refetched whenever the list is opened. */
function useDevices() {
  const scope = useSessionScope();
  return useQuery({
    queryKey: [...DEVICES, scope],
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    staleTime: 0,
  });
}

/** Ends sessions. The list is refetched after a refusal too: it was out of date. */
function useEnding<Answer, Sent = void>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: DEVICES });
      await refreshSecurity(queryClient);
    },
  });
}

const useEndDevice = () => useEnding((id: bigint) => call(revokeSession, { id }));
const useEndOthers = () => useEnding(() => call(revokeOtherSessions, {}));
