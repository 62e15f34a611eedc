let pressed = false;
const waiting: (() => void)[] = [];

function letGo(): void {
  pressed = false;
  // after the click event that follows pointerup
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}

addEventListener('pointerdown', () => (pressed = true), true);
addEventListener('pointerup', letGo, true);
addEventListener('pointercancel', letGo, true);

/**
 * Waits until the pointer is released, because moving the page during a click would make the click miss its target.
 */
export function runAfterPointerUp(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
