/** The product logo: the round door of a strongroom. Decorative; the name is beside it. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="7" fill="var(--profile-blue)" />
      <g fill="none" stroke="#fff" strokeLinecap="round">
        <circle cx="15" cy="14" r="7.25" strokeWidth="1.75" />
        <circle cx="15" cy="14" r="2.25" strokeWidth="1.5" />
        <path strokeWidth="1.5" d="M15 11.5V9.5M15 16.5v2M12.5 14h-2M17.5 14h2M4.75 9.5v2.5M4.75 16v2.5" />
      </g>
    </svg>
  );
}
