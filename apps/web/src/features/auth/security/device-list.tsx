import { deviceName } from '@app/domain/auth';
import { Button, Icon, Note, showToast, Tag } from '@app/ui';
import { useState } from 'react';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { ConfirmSheet } from '../form/confirm-sheet.tsx';
import { type Device, useEndDevice } from './devices.ts';
import { timeAgo } from './time-ago.ts';

type Props = { list: readonly Device[]; isAlone: boolean };

/** Sessions of the account, with a button to end each except the current one. */
export function DeviceList({ list, isAlone }: Props) {
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
