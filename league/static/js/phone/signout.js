// Before signing out: say what has not been sent yet; then nothing of this person stays here.

import * as kept from "./kept.js";
import { forget } from "./worker.js";

const form = document.querySelector("form[data-forgets]");
const notice = document.querySelector("[data-unsent]");
if (form && kept.isSomebody) {
  if (notice && kept.waiting()) notice.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await forget();
    form.submit();
  });
}
