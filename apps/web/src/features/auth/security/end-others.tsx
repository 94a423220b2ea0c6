import { Button, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { ConfirmSheet } from '../form/confirm-sheet.tsx';
import { useEndOthers } from './devices.ts';

/** Ends every session but this one. */
export function EndOthers() {
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
