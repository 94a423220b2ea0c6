import { type ReactNode, useEffect, useId, useReducer, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Button } from './button.tsx';
import { Hint } from './field.tsx';
import { type Upload, uploadAfter } from './upload-state.ts';

type UploaderLabels = {
  camera: string;
  album: string;
  retry: string;
  again: string;
  sent: string;
  failed: string;
  preview: string;
  sending: (percent: number) => string;
};
type Props = {
  label: string;
  labels: UploaderLabels;
  send: (file: File, onProgress: (percent: number) => void) => Promise<void>;
  hint?: ReactNode;
  accept?: string;
};

/**
 * Uploads one picture from the camera or the album. Shows a preview while sending and offers a retry after a failure.
 */
export function Uploader({ label, labels, send, hint, accept = 'image/*' }: Props) {
  const id = useId();
  const [upload, dispatch] = useReducer(uploadAfter, { step: 'none' });
  const start = (file: File) => {
    dispatch({ kind: 'chosen', file });
    send(file, (progress) => dispatch({ kind: 'moved', file, progress })).then(
      () => dispatch({ kind: 'arrived', file }),
      (error: unknown) => dispatch({ kind: 'stuck', file, why: error instanceof Error ? error.message : '' }),
    );
  };
  return (
    <fieldset className="upload" aria-label={label} aria-describedby={`${id}-hint`}>
      {upload.step === 'none' ? (
        <div className="upload__ways">
          <SourceButton icon="camera" label={labels.camera} accept={accept} camera onFile={start} />
          <SourceButton icon="image" label={labels.album} accept={accept} onFile={start} />
        </div>
      ) : (
        <Sending upload={upload} labels={labels} accept={accept} start={start} />
      )}
      <Hint id={`${id}-hint`} error={upload.step === 'failed' ? upload.why || labels.failed : undefined} hint={hint} />
    </fieldset>
  );
}

type SourceButtonProps = {
  icon: 'camera' | 'image';
  label: string;
  accept: string;
  camera?: boolean;
  small?: boolean;
  onFile: (file: File) => void;
};

function SourceButton({ icon, label, accept, camera = false, small = false, onFile }: SourceButtonProps) {
  return (
    <label className="upload__way">
      <input
        type="file"
        className="sr-only"
        accept={accept}
        {...(camera && { capture: 'environment' as const })}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Icon name={icon} size={small ? 20 : 24} />
      {label}
    </label>
  );
}

type SendingProps = {
  upload: Exclude<Upload, { step: 'none' }>;
  labels: UploaderLabels;
  accept: string;
  start: (file: File) => void;
};

function Sending({ upload, labels, accept, start }: SendingProps) {
  const picture = usePicture(upload.file);
  return (
    <div className="upload__card">
      {picture !== undefined && <img className="upload__img" src={picture} alt={labels.preview} />}
      {upload.step === 'sending' && <Progress percent={upload.progress} labels={labels.sending(upload.progress)} />}
      <div className="upload__line" role="status">
        {upload.step === 'sent' && (
          <span className="upload__ok">
            <Icon name="check-circle" size={20} />
            {labels.sent}
          </span>
        )}
        {upload.step === 'failed' && (
          <Button size="small" tone="line" onClick={() => start(upload.file)}>
            {labels.retry}
          </Button>
        )}
        {upload.step !== 'sending' && (
          <SourceButton icon="image" label={labels.again} accept={accept} small onFile={start} />
        )}
      </div>
    </div>
  );
}

function Progress({ percent, labels }: { percent: number; labels: string }) {
  return (
    <div className="upload__line">
      <span className="grow">{labels}</span>
      <progress className="upload__bar" value={percent} max={100} aria-label={labels} />
    </div>
  );
}

/** Returns an object URL of the chosen picture and revokes it when the picture is no longer shown. */
function usePicture(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
