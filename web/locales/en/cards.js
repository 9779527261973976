// Powers of suits, in one word each.
export default {
  power_C: "doubles",
  power_D: "draws",
  power_H: "heals",
  power_S: "shields",
};
