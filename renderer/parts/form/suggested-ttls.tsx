import { Button } from '../../ui/button.tsx';

export interface SuggestedTtlsProps {
  readonly ttl: string;
  readonly onTtl: (ttl: string) => void;
  readonly className: string | undefined;
}

/** Usual lifetimes of a wrapping token, as buttons beside the field. */
export function SuggestedTtls({ ttl, onTtl, className }: SuggestedTtlsProps) {
  return (
    <span className={className}>
      {['5m', '1h', '24h'].map((one) => (
        <Button key={one} small variant="ghost" aria-pressed={ttl.trim() === one} onClick={() => onTtl(one)}>
          {one}
        </Button>
      ))}
    </span>
  );
}
