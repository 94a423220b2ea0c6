import { Button } from '@app/ui';
import { renew } from '../../../shared/app-update.ts';
import { useServers } from '../../../shared/servers.ts';
import { useText } from '../../../shared/texts.ts';
import { Shell } from '../components/shell.tsx';

/** /pages/plus/update: shown in the place of every page when the servers no longer speak to this version. */
export default function UpdateScreen() {
  const text = useText();
  const isFinal = useServers(({ state }) => state === 'outdated'); // Opened by a link it has a way back.
  return (
    <Shell
      name="forced"
      isFinal={isFinal}
      action={
        <Button tone="primary" onClick={() => void renew()}>
          {text('system.forced.action')}
        </Button>
      }
    />
  );
}
