// Los poderes de los palos, en una palabra.
export default {
  power_C: "dobla",
  power_D: "roba",
  power_H: "cura",
  power_S: "protege",
};
